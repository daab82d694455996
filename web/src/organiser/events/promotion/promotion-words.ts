/** Promotion codes in words, and their links. Pure. */
import { paths } from '../../../paths.ts';
import type { Tone } from '../../../ui/badges/tone-badge.tsx';
import { locales } from '../../../ui/locales.ts';
import { formatMoney } from '../../../ui/money/money.ts';
import { formatDateTime, zoneName } from '../../../ui/time/time.ts';
import type { PromotionCode } from './promotion.queries.ts';

export const stateWords: Record<PromotionCode['state'], string> = {
  active: 'Active',
  inactive: 'Switched off',
  'used-up': 'Used up',
  expired: 'Expired',
};

export const stateTones: Record<PromotionCode['state'], Tone> = {
  active: 'good',
  inactive: 'warning',
  'used-up': 'plain',
  expired: 'plain',
};

/** "20 % off", "Free", "€5 or $6 off" */
export function takenOffWords({ percentOff, amountsOff }: Pick<PromotionCode, 'percentOff' | 'amountsOff'>) {
  if (percentOff === 100) return 'Free';
  if (percentOff !== null) return `${percentOff} % off`;
  return `${amountsOff.map(({ amount, currency }) => formatMoney(amount, currency)).join(' or ')} off`;
}

/** "12 of 200", "12, without a limit" */
export function usesWords({ redemptions, maxRedemptions }: PromotionCode) {
  const used = redemptions.toLocaleString(locales);
  return maxRedemptions === null
    ? `${used}, without a limit`
    : `${used} of ${maxRedemptions.toLocaleString(locales)}`;
}

export function endWords({ expiresAt }: PromotionCode) {
  return expiresAt === null ? 'Never' : `${formatDateTime(expiresAt)} ${zoneName(expiresAt)}`;
}

/** "Rotterdam Rumble 7, main card", or what the provider calls it. */
export function productWords({ products }: PromotionCode): string[] {
  return products.map(({ id, name }) => name ?? `Product ${id}`);
}

/** One link for each event that the code is for; without a limit there is no page to link to. */
export function linksOf({ code, products }: PromotionCode, origin: string) {
  const events = new Map(
    products.flatMap(({ items }) => items.map(({ eventSlug, eventName }) => [eventSlug, eventName] as const)),
  );
  return [...events].map(([slug, name]) => ({
    name,
    url: `${origin}${paths.competition.href(slug)}?${new URLSearchParams({ promotion: code })}`,
  }));
}
