/**
 * Whether an event or a block may be deleted (docs/product.md, 12.8 and 12.9): not when a paid access would be deleted
 * too, because its owner has paid for it, not while somebody is paying, and not with a bout that was rung or has a result.
 */

/** The rows that a deletion deletes too. */
export interface Dependents {
  blocks: number;
  liveStreams: number;
  accesses: number;
  paidAccesses: number;
  /** Open payment pages and bank debits: their money may still arrive. */
  pendingPayments: number;
  /** That were rung or have a result. */
  keptBouts: number;
}

export function isDeletionRefused({ paidAccesses, pendingPayments, keptBouts }: Dependents): boolean {
  return paidAccesses > 0 || pendingPayments > 0 || keptBouts > 0;
}

/** Why a deletion is refused, with its numbers. */
export function describeRefusal(dependents: Dependents): string {
  const { paidAccesses, pendingPayments, keptBouts } = dependents;
  return [
    paidAccesses > 0 && paidInWords(dependents),
    pendingPayments > 0 && pendingInWords(pendingPayments),
    keptBouts > 0 && keptInWords(keptBouts),
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

function paidInWords({ blocks, liveStreams, accesses, paidAccesses }: Dependents): string {
  const parts = [
    blocks > 0 && count(blocks, 'block', 'blocks'),
    liveStreams > 0 && count(liveStreams, 'live stream', 'live streams'),
    count(accesses, 'access', 'accesses'),
  ].filter((part) => part !== false);
  const all = [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');
  return `This would also delete ${all}, of which ${paidAccesses} ${paidAccesses === 1 ? 'is' : 'are'} paid.`;
}

function pendingInWords(payments: number): string {
  const what = payments === 1 ? '1 payment for it is' : `${payments} payments for it are`;
  return `${what} on the way. Take the price away or make the event a draft, so that nobody else begins to pay, and try again later: a payment page ends within an hour, a bank debit takes some days.`;
}

function keptInWords(bouts: number): string {
  return `${count(bouts, 'bout was rung or has a result', 'bouts were rung or have a result')}: ${bouts === 1 ? 'it stays' : 'they stay'}, and so does this.`;
}

export const paidAccessIsFixed = 'It was bought: it keeps what was paid for.';
export const paidAccessStays =
  'It is paid, so it is not deleted. Set its `endDate` to end it, or refund the order.';

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
