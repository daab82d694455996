import type { components } from '@ringside/openapi/schema';
import { isProblem } from '../../../api/problem.ts';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { type Block, deleteBlock, previewBlockDeletion } from './blocks.queries.ts';

/** Asks with the numbers of what goes with the block, and deletes it. @returns whether it is gone. */
export async function askToDeleteBlock(block: Block): Promise<boolean> {
  const path = { eventId: block.eventId, blockId: block.id };
  try {
    const numbers = await previewBlockDeletion(path);
    if (numbers.isRefused) {
      showToast({
        id: 'blocks',
        tone: 'warning',
        title: `${block.name} stays`,
        description: refusal(numbers),
      });
      return false;
    }
    if (!(await confirm({ title: `Delete ${block.name}?`, description: consequences(numbers) })))
      return false;
    await deleteBlock(path);
    showToast({ id: 'blocks', tone: 'success', title: `${block.name} is deleted` });
    return true;
  } catch (error) {
    const description = isProblem(error) ? error.detail : 'The server could not be reached. Try again.';
    showToast({ id: 'blocks', tone: 'warning', title: `${block.name} is not deleted`, description });
    return false;
  }
}

type Numbers = components['schemas']['DeletionPreview'];

function refusal({ paidAccesses, pendingPayments, keptBouts }: Numbers) {
  if (keptBouts > 0)
    return `${counted(keptBouts, 'bout was rung or has a result', 'bouts were rung or have a result')}, and nothing deletes ${keptBouts === 1 ? 'it' : 'them'}.`;
  if (paidAccesses === 0)
    return `${counted(pendingPayments, 'payment')} for it ${pendingPayments === 1 ? 'is' : 'are'} on the way. Take its price away, so that nobody else begins to pay, and try again later: a payment page ends within an hour, a bank debit takes some days.`;
  const [has, them] = paidAccesses === 1 ? ['1 viewer has', 'it'] : [`${paidAccesses} viewers have`, 'them'];
  return `${has} paid for an access to this block, and nothing deletes ${them}.`;
}

function consequences({ liveStreams, accesses }: Numbers) {
  const parts = [counted(liveStreams, 'live stream'), counted(accesses, 'access', 'accesses')].filter(
    Boolean,
  );
  if (parts.length === 0) return 'It has no live streams and no accesses of its own. This cannot be undone.';
  return `With it go ${parts.join(' and ')}. Accesses to the whole event stay. This cannot be undone.`;
}

function counted(count: number, one: string, many = `${one}s`) {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
}
