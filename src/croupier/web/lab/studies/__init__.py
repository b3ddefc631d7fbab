"""The lab's pages that are a form and an answer: simulate, ruin, face up and their like."""
