import { expect, it } from 'vitest';
import { refusedPart } from './refusal.rules.ts';

it.each([
  ['email_invalid', 'customer_email', 'address'],
  ['invalid-request', 'customer_email', 'address'],
  ['customer_email', 'customer_email', 'address'],
  ['amount_too_small', null, 'too-small'],
  ['amount_too_large', 'line_items', 'too-large'],
  ['resource_missing', 'line_items[0][price]', 'price'],
  ['resource_missing', 'discounts[0][promotion_code]', 'promotion'],
  ['resource_missing', null, 'price'],
  ['price_inactive', null, 'price'],
  ['discounts', 'discounts', 'promotion'],
  ['idempotency_error', null, 'key'],
  ['parameter_invalid_integer', 'unit_amount', 'amount'],
  ['resource_already_exists', null, 'code'],
  ['tax_id_invalid', 'automatic_tax', 'other'],
])('%s of %s refuses the %s', (code, param, part) => {
  expect(refusedPart({ code, param })).toBe(part);
});
