"""The gate of the house: who comes in, how they are answered, and whether the house is well."""
