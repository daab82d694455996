import '@mantine/core/styles/Input.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { boutName } from '@ringside/rules/bout-words';
import { useState } from 'react';
import { isProblem } from '../../../api/problem.ts';
import { EmptyState } from '../../../ui/state/state-panel.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { ResultsLink } from '../results-link.tsx';
import type { BellBoard as Board, Bout } from './bell.queries.ts';
import classes from './bell-page.module.css';
import { BellPanel } from './bell-panel.tsx';
import { bellInWords } from './bell-words.ts';
import { boutNow, lastBell, type useBell } from './use-bell.ts';

interface Props {
  eventId: string;
  board: Board;
  bell: ReturnType<typeof useBell>;
}

/** The bout that is on or next with its bell, what can be undone, and a choice of another bout. */
export function BellBoard({ eventId, board, bell }: Props) {
  const [chosenId, setChosenId] = useState('');
  const bouts = board.bouts.filter(({ status }) => status !== 'cancelled');
  const bout = bouts.find(({ id }) => id === chosenId) ?? boutNow(bouts, bell.bellsOf);
  const placeOf = (of: Bout) => `Fight ${bouts.indexOf(of) + 1} of ${bouts.length}`;
  return (
    <>
      <Unsent count={bell.unsent} error={bell.board.error} />
      {bouts.length === 0 ? (
        <EmptyState title="The card is empty">There is no bout to ring for yet.</EmptyState>
      ) : (
        <>
          {bout ? (
            <BellPanel
              key={bout.id}
              bout={bout}
              bells={bell.bellsOf(bout.id)}
              place={placeOf(bout)}
              ring={bell.ring}
            />
          ) : (
            <EmptyState title="All bouts are over">Choose one below to undo its last bell.</EmptyState>
          )}
          <ResultsLink eventId={eventId}>Enter results</ResultsLink>
          <UndoButton bouts={board.bouts} shown={bout} bellsOf={bell.bellsOf} undo={bell.undo} />
          <NativeSelect
            label="Bout"
            size="md"
            value={chosenId}
            onChange={({ currentTarget }) => setChosenId(currentTarget.value)}
            data={[
              { value: '', label: 'The one that is on, or next' },
              ...bouts.map((each) => ({
                value: each.id,
                label: `${placeOf(each)}: ${boutName(each)}`,
              })),
            ]}
          />
        </>
      )}
    </>
  );
}

type UndoProps = Pick<ReturnType<typeof useBell>, 'bellsOf' | 'undo'> & {
  bouts: readonly Bout[];
  /** The bout above, which needs no names. */
  shown: Bout | undefined;
};

function UndoButton({ bouts, shown, bellsOf, undo }: UndoProps) {
  const now = useNow();
  const last = lastBell(bouts, bellsOf, now);
  if (last === undefined) return null;
  const { bout, bell } = last;
  return (
    <Button
      size="lg"
      variant="default"
      className={classes.undo as string}
      styles={{ label: { whiteSpace: 'normal' } }}
      onClick={() => void undo(bout, bell)}
    >
      {`Undo “${bellInWords(bell, bout)}”${bout === shown ? '' : ` of ${boutName(bout)}`}`}
    </Button>
  );
}

function Unsent({ count, error }: { count: number; error: unknown }) {
  const words = [
    count > 0 && `${count} ${count === 1 ? 'tap' : 'taps'} not sent yet`,
    // A refusal is an answer: the permission may be gone, or the event.
    error !== null && (isProblem(error) ? error.title : 'The server cannot be reached'),
  ].filter(Boolean);
  return (
    <p role="status" className={classes.unsent}>
      {words.join('. ')}
    </p>
  );
}
