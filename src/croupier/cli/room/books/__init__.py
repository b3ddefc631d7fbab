"""Commands that look at the record: the audit, the export, finding rounds."""
