"""Fast exact solvers of six games: Three Card, Caribbean, Four Card, Crazy 4, Let It Ride and Mississippi Stud."""
