"""The pages of a rehearsal, and the house over its books, which is open beside the room's for as long as one lasts."""
