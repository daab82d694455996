import { Button } from '@mantine/core';
import { phaseOf } from '@ringside/rules/event-words';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../../../clock.ts';
import { FormProblem } from '../../../ui/form/form-problem.tsx';
import { formatTime } from '../../../ui/time/time.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import classes from './block-dialogs.module.css';
import { swapped } from './block-times.ts';
import type { Block } from './blocks.queries.ts';
import { HalfSwapped, storeSwap } from './store-swap.ts';
import { rangeInWords } from './time-range.tsx';

interface Props {
  first: Block;
  second: Block;
  /** The one that is moved, for the words. */
  movedId: string;
  zone: string;
  close: () => void;
}

/** Says what a swap of two blocks changes, and does it. Blocks are in order of time, so their times change places. */
export function SwapDialog({ first, second, movedId, zone, close }: Props) {
  const queryClient = useQueryClient();
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  const times = swapped(first, second);
  const isLive = [first, second].some((block) => phaseOf(block, serverNow()) === 'live');

  async function swap() {
    setIsSaving(true);
    setError(undefined);
    try {
      await storeSwap(first, second);
      const moved = movedId === first.id ? first : second;
      const start = movedId === first.id ? times.first.startDate : times.second.startDate;
      showToast({
        id: 'blocks',
        tone: 'success',
        title: `${moved.name} now starts at ${formatTime(start, zone)}`,
      });
      close();
    } catch (problem) {
      setError(problem instanceof HalfSwapped ? problem.message : problem);
    } finally {
      setIsSaving(false);
      await queryClient.invalidateQueries();
    }
  }
  return (
    <>
      {error ? <FormProblem error={error} labels={{}} /> : null}
      <p className={classes.swapLead}>Blocks are in order of time, so these two change their times.</p>
      <table className={classes.swap}>
        <thead>
          <tr>
            <th scope="col">Block</th>
            <th scope="col">Now</th>
            <th scope="col">Then</th>
          </tr>
        </thead>
        <tbody>
          <SwapRow block={second} after={times.second} zone={zone} />
          <SwapRow block={first} after={times.first} zone={zone} />
        </tbody>
      </table>
      {isLive ? (
        <p className={classes.warning}>One of them is live. What viewers see changes within 2 seconds.</p>
      ) : null}
      <div className={classes.dialogActions}>
        <Button variant="default" onClick={close} disabled={isSaving}>
          Cancel
        </Button>
        <Button onClick={() => void swap()} loading={isSaving} data-autofocus>
          Change both times
        </Button>
      </div>
    </>
  );
}

function SwapRow({
  block,
  after,
  zone,
}: {
  block: Block;
  after: { startDate: string; endDate: string };
  zone: string;
}) {
  return (
    <tr>
      <th scope="row">{block.name}</th>
      <td>{rangeInWords({ ...block, zone })}</td>
      <td>{rangeInWords({ ...after, zone })}</td>
    </tr>
  );
}
