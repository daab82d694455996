/** Test data of the shop. */
import type { components } from '@ringside/openapi/schema';

type Schemas = components['schemas'];

export const mainCardSold: Schemas['SoldItem'] = {
  eventId: 'rumble-id',
  eventName: 'Rotterdam Rumble 7',
  eventSlug: 'rotterdam-rumble-7',
  blockId: 'main-card-id',
  blockName: 'Main card',
  blockSlug: 'main-card',
};

export const rumbleSold: Schemas['SoldItem'] = {
  ...mainCardSold,
  blockId: null,
  blockName: null,
  blockSlug: null,
};

/** As an order has it. */
export const ordered = (item: Schemas['SoldItem']): Schemas['OrderedItem'] => ({ ...item, isDeleted: false });

/** As its buyer has it. */
export const purchased = (
  item: Schemas['SoldItem'],
  occasion: Partial<Schemas['Occasion']> | null = {},
): Schemas['PurchasedItem'] => ({
  ...ordered(item),
  occasion: occasion && {
    startDate: '2026-11-21T19:30:00Z',
    endDate: '2026-11-21T22:30:00Z',
    timezone: 'Europe/Amsterdam',
    location: { name: 'Maashal', address: null, cityName: 'Rotterdam', countryName: null },
    pictureId: null,
    ...occasion,
  },
});

/** The offer of the main card. */
export function fakeOffer(change: Partial<Schemas['Offer']> = {}): Schemas['Offer'] {
  return {
    eventId: 'rumble-id',
    blockId: 'main-card-id',
    stripePriceId: 'price_MainCard',
    price: { id: 'price_MainCard', unit_amount: 1499, currency: 'eur' },
    state: 'on-sale',
    accessEndDate: null,
    saleStartDate: null,
    saleEndDate: null,
    contains: [mainCardSold],
    held: [],
    ...change,
  };
}

/** The offer of the whole event. */
export function fakeEventOffer(change: Partial<Schemas['Offer']> = {}): Schemas['Offer'] {
  return fakeOffer({
    blockId: null,
    stripePriceId: 'price_Rumble',
    price: { id: 'price_Rumble', unit_amount: 2500, currency: 'eur' },
    contains: [rumbleSold],
    ...change,
  });
}

export function fakeCheckout(change: Partial<Schemas['Checkout']> = {}): Schemas['Checkout'] {
  return {
    status: 'paid',
    access: 'granted',
    canClaim: false,
    items: [mainCardSold],
    amount: 1499,
    currency: 'eur',
    ...change,
  };
}

export function fakePurchase(change: Partial<Schemas['Purchase']> = {}): Schemas['Purchase'] {
  return {
    id: '0199a3c4-0007-7000-8000-0000000000d1',
    status: 'paid',
    stripePriceId: 'price_MainCard',
    amount: 1499,
    discount: 0,
    currency: 'eur',
    refundedAmount: 0,
    items: [purchased(mainCardSold)],
    paymentUrl: null,
    receiptUrl: 'https://pay.example/receipt',
    createdAt: '2026-11-20T08:00:00Z',
    paidAt: '2026-11-20T08:02:00Z',
    ...change,
  };
}

export function fakeOrder(change: Partial<Schemas['Order']> = {}): Schemas['Order'] {
  return {
    ...fakePurchase(),
    items: [ordered(mainCardSold)],
    email: 'robin@ringside.test',
    pseudonym: null,
    promotionCode: null,
    userId: '0199a3c4-0000-7000-8000-0000000000e1',
    user: { name: 'Robin de Vries', email: 'robin@ringside.test' },
    refunds: [],
    disputedAmount: 0,
    disputes: [],
    wrongPayment: null,
    tax: 0,
    moved: null,
    leftAt: null,
    paymentIntent: 'pi_Rumble',
    receiptQueuedAt: '2026-11-20T08:02:01Z',
    ...change,
  };
}

export const fakeSite: Schemas['Site'] = {
  siteName: 'Ringside',
  supportEmail: 'help@ringside.test',
  refundPolicy: 'Money back **until the start**.',
  refundPolicyHtml: '<p>Money back <strong>until the start</strong>.</p>',
  imprintUrl: null,
  privacyUrl: null,
  defaultTimezone: 'Europe/Amsterdam',
};
