import { expect, it } from 'vitest';
import { demoEvents } from './demo-data.ts';
import { demoPrices } from './demo-prices.ts';

it('sells events and blocks that the demo has', () => {
  const named = demoEvents(new Date()).flatMap(({ event, blocks }) => [
    [event.slug, event.stripePriceId],
    ...blocks.map(({ block }) => [`${event.slug}/${block.slug}`, block.stripePriceId]),
  ]);
  const sold = demoPrices.filter(({ of }) => of).map(({ of, priceId }) => [of, priceId]);
  expect(named.filter(([, priceId]) => priceId)).toEqual(sold);
});
