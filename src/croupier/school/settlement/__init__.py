"""The settlement drill: a whole table is settled act by act, or watched for an error."""
