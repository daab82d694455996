/** Currencies that the payment provider sells in, the ones of most events first. Lower case, as the contract has them. */
const common = 'eur usd gbp jpy chf'.split(' ');
const others =
  'aed aud bdt bgn bhd brl cad clp cny cop crc czk dkk egp gel hkd huf idr ils inr isk jod kes krw kwd kzt mad mxn myr ngn nok nzd omr pen php pkr pln qar ron rsd sar sek sgd thb tnd try twd uah ugx uyu vnd xaf xof zar'.split(
    ' ',
  );

/** The currency that most of these prices have; a tie goes to the first one. */
export function usualCurrency(prices: readonly { currency: string }[]) {
  const counts = new Map<string, number>();
  for (const { currency } of prices) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const [usual] = [...counts].toSorted(([, a], [, b]) => b - a);
  return usual?.[0] ?? 'eur';
}

/** The choices of a field, and the given currency too when our list does not have it. */
export function currencyChoices(chosen: string) {
  const codes = [...new Set([...common, ...others, chosen])];
  return codes.map((value) => ({ value, label: value.toUpperCase() }));
}
