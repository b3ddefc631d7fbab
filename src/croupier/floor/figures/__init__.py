"""What play brought the house, beside what it should have brought: read off the record, kept by the quarter hour."""
