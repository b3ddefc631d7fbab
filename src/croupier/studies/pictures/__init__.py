"""Pictures: as values, and as SVG."""
