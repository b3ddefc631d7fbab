"""What the office does with a link: set it up, move money between levels, back a win out, keep its papers, close it."""
