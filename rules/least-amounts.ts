/**
 * The least that the payment provider takes in one payment, in the smallest unit of the currency. It refuses the payment page
 * of a lower price, so that nobody should be able to type one. Of other currencies only the provider knows it.
 */
const leastAmounts: Readonly<Record<string, number>> = {
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1_000,
  usd: 50,
};

/** @param currency in any case. @returns undefined: not known. */
export function leastAmountOf(currency: string): number | undefined {
  return leastAmounts[currency.toLowerCase()];
}
