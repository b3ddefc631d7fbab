"""The lab's page for rules of one's own."""
