"""The dealer school: chapters, and makers that draw questions from the rules and the jackpot's own machines."""
