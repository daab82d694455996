/** Amounts for people. */

const noDigits = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const threeDigits = new Set('bhd jod kwd omr tnd'.split(' '));

function digitsOf(currency: string): number {
  return noDigits.has(currency) ? 0 : threeDigits.has(currency) ? 3 : 2;
}

/** 1499 of `eur` becomes `€14.99`, 1500 of `jpy` becomes `¥1,500`. */
export function formatMoney(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}

/** `14.99` of `eur` becomes 1499; undefined for a text that is no amount. */
export function parseMoney(text: string, currency: string): number | undefined {
  const digits = digitsOf(currency);
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(text.trim());
  const [, whole = '', part = ''] = match ?? [];
  if (match === null || part.length > digits) return undefined;
  return Number(whole + part.padEnd(digits, '0'));
}
