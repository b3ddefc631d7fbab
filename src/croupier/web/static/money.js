// Money is whole cents, and is written the way a felt writes it.

export function dollars(cents) {
  const sign = cents < 0 ? "-" : "";
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
  const rest = Math.abs(cents) % 100;
  return `${sign}$${whole}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
}

export const signed = (cents) => (cents > 0 ? "+" : "") + dollars(cents);
