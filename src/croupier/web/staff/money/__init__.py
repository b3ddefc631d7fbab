"""The money pages: the cage, the shifts and their sheets, receipts."""
