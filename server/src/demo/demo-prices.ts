/** What the demo sells. The payment stand-in has these prices; an organiser can choose the last one for any event. */
export const demoPrices = [
  {
    of: 'rotterdam-rumble-7/after-the-bell',
    priceId: 'price_demo_after_the_bell',
    name: 'Rotterdam Rumble 7: After the bell',
    amount: 499,
    currency: 'eur',
  },
  {
    of: 'northern-crown',
    priceId: 'price_demo_northern_crown',
    name: 'Northern Crown',
    amount: 24_900,
    currency: 'nok',
  },
  {
    of: 'northern-crown/finals-night',
    priceId: 'price_demo_finals_night',
    name: 'Northern Crown: Finals night',
    amount: 14_900,
    currency: 'nok',
  },
  {
    of: 'open-ring-ghent/evening',
    priceId: 'price_demo_evening_session',
    name: 'Open Ring Ghent: Evening session',
    amount: 299,
    currency: 'eur',
  },
  { of: '', priceId: 'price_demo_tokyo', name: 'Tokyo Dome Night', amount: 1_500, currency: 'jpy' },
] as const;

export const demoCodes = [
  { code: 'RINGSIDE10', percentOff: 10 },
  { code: 'GUEST', percentOff: 100 },
] as const;

/** @param of the slug of an event, or those of an event and a block. */
export function demoPriceId(of: string): string | null {
  return demoPrices.find((price) => price.of === of)?.priceId ?? null;
}
