"""The records at a glance: the journal, rounds, accounts, and the audit."""
