/** Whether a unit is a currency sign, which is written before the number. Other units follow it. */
export function isCurrencySign(unit: string): boolean {
  return /^\p{Sc}$/u.test(unit);
}
