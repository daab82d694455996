/**
 * Whether an event or a block may be deleted (docs/product.md, 12.8 and 12.9): not when a paid access would be deleted
 * too, because its owner has paid for it.
 */

/** The rows that a deletion deletes too. */
export interface Dependents {
  blocks: number;
  liveStreams: number;
  accesses: number;
  paidAccesses: number;
}

export function isDeletionRefused({ paidAccesses }: Dependents): boolean {
  return paidAccesses > 0;
}

/** Why a deletion is refused, with its numbers. */
export function describeRefusal({ blocks, liveStreams, accesses, paidAccesses }: Dependents): string {
  const parts = [
    blocks > 0 && count(blocks, 'block', 'blocks'),
    liveStreams > 0 && count(liveStreams, 'live stream', 'live streams'),
    count(accesses, 'access', 'accesses'),
  ].filter((part) => part !== false);
  const all = [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');
  return `This would also delete ${all}, of which ${paidAccesses} ${paidAccesses === 1 ? 'is' : 'are'} paid.`;
}

export const paidAccessStays =
  'It is paid, so it is not deleted. Set its `endDate` to end it, or refund the order.';

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
