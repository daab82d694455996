/** What the payment provider refuses, when it says no to a payment page, a price or a promotion code. */

export interface Refusal {
  code: string;
  /** The parameter that it refuses. */
  param: string | null;
}

export type RefusedPart =
  | 'address'
  | 'promotion'
  | 'price'
  | 'too-small'
  | 'too-large'
  | 'currency'
  | 'name'
  | 'amount'
  | 'code'
  | 'end'
  | 'uses'
  /** The same key with other values. */
  | 'key'
  | 'other';

const byCode: Readonly<Record<string, RefusedPart>> = {
  email_invalid: 'address',
  amount_too_small: 'too-small',
  amount_too_large: 'too-large',
  price_inactive: 'price',
  product_inactive: 'price',
  idempotency_error: 'key',
  resource_already_exists: 'code',
};

const byParam: ReadonlyArray<[start: string, part: RefusedPart]> = [
  ['customer_email', 'address'],
  ['discounts', 'promotion'],
  ['line_items', 'price'],
  ['currency', 'currency'],
  ['product_data', 'name'],
  ['name', 'name'],
  ['unit_amount', 'amount'],
  ['amount_off', 'amount'],
  ['percent_off', 'amount'],
  ['code', 'code'],
  ['expires_at', 'end'],
  ['max_redemptions', 'uses'],
];

export function refusedPart({ code, param }: Refusal): RefusedPart {
  const known = byCode[code] ?? byParam.find(([start]) => (param ?? code).startsWith(start))?.[1];
  return known ?? (code === 'resource_missing' ? 'price' : 'other');
}
