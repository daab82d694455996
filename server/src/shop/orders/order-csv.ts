import { writeCsv } from '../../events/accesses/access-csv.ts';
import { taxIn, toDecimal } from '../currency.rules.ts';
import type { ExportedOrder } from './order.repository.ts';

export const orderColumns = [
  ...(['id', 'createdAt', 'paidAt', 'email', 'status', 'amount', 'discount', 'refundedAmount'] as const),
  ...(['disputedAmount', 'currency', 'price', 'payment', 'event', 'block', 'promotionCode'] as const),
  ...(['tax', 'refundedTax'] as const),
];

export function writeOrders(orders: ExportedOrder[]): string {
  return writeCsv(orders.map(toCells));
}

function toCells(order: ExportedOrder): Array<string | null> {
  const { id, createdAt, paidAt, email, pseudonym, status, amount, refundedAmount, currency, items } = order;
  const decimal = (value: number | null) =>
    value === null || currency === null ? null : toDecimal(value, currency);
  return [
    id,
    createdAt,
    paidAt,
    email ?? pseudonym,
    status,
    decimal(amount),
    decimal(order.discount),
    decimal(refundedAmount),
    decimal(order.disputedAmount),
    currency,
    order.priceId,
    order.paymentIntent,
    [...new Set(items.map(({ eventName }) => eventName))].join('; '),
    items.flatMap(({ blockName }) => blockName ?? []).join('; ') || null,
    order.promotionCode,
    decimal(order.tax),
    decimal(taxIn(refundedAmount, order)),
  ];
}
