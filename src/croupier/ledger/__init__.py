"""The money, pure: accounts and transfers that never heard of poker."""
