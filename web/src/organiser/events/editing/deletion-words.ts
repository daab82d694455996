import type { components } from '@ringside/openapi/schema';
import { countOf } from '../../ui/table/list.ts';

type Preview = components['schemas']['DeletionPreview'];

/** "2 blocks, 3 live streams and 1 access are deleted, too." */
export function dependentsInWords({
  blocks,
  liveStreams,
  accesses,
}: Pick<Preview, 'blocks' | 'liveStreams' | 'accesses'>) {
  const parts = [
    blocks > 0 && countOf(blocks, ['block', 'blocks']),
    liveStreams > 0 && countOf(liveStreams, ['live stream', 'live streams']),
    accesses > 0 && countOf(accesses, ['access', 'accesses']),
  ].filter((part) => part !== false);
  if (parts.length === 0) return 'Nothing else goes with it. It cannot be taken back.';
  const all = [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');
  const isOne = blocks + liveStreams + accesses === 1;
  return `${all} ${isOne ? 'is' : 'are'} deleted, too. It cannot be taken back.`;
}

/** Why a deletion is refused, and what to do instead. */
export function refusalInWords({
  paidAccesses,
  pendingPayments,
  keptBouts,
}: Pick<Preview, 'paidAccesses' | 'pendingPayments' | 'keptBouts'>) {
  if (keptBouts > 0)
    return `${countOf(keptBouts, ['bout was rung or has a result', 'bouts were rung or have a result'])}, so it is not deleted. Make it a draft to hide it.`;
  if (paidAccesses === 0)
    return `${pendingInWords(pendingPayments)}, so it is not deleted. Make it a draft, so that nobody else begins to pay, and try again later: a payment page ends within an hour, a bank debit takes some days.`;
  const paid = countOf(paidAccesses, ['viewer has', 'viewers have']);
  return `${paid} paid for it, so it is not deleted. Make it a draft or hide it, or refund them first.`;
}

function pendingInWords(payments: number) {
  return `${countOf(payments, ['payment', 'payments'])} for it ${payments === 1 ? 'is' : 'are'} on the way`;
}
