"""Tonight at a glance: what needs a person, the home page of the staff, and the pit."""
