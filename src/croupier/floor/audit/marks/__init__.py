"""What an audit leaves for the next one: how everything stood when it ended, in the auditor's own hand."""
