"""The maths: the game solved exactly, with integer kernels."""
