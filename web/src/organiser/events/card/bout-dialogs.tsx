import { boutName } from '@ringside/rules/bout-words';
import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { BoutForm } from './bout-form.tsx';
import { bodyOf, createOf, newBout, valuesOf } from './bout-values.ts';
import { type Bout, type BoutPath, cardQueries, createBout, readBout, updateBout } from './card.queries.ts';
import { type Card, mostBouts } from './card-order.ts';

/** @param blockId the block to begin with. */
export function openNewBout(eventId: string, card: Card, blockId: string) {
  openModal({
    title: 'Add a bout',
    size: '46rem',
    content: (close) => <NewBout {...{ eventId, card, blockId, close }} />,
  });
}

export function openBout(path: BoutPath, bout: Bout) {
  openModal({
    title: `Edit ${boutName(bout)}`,
    size: '46rem',
    content: (close) => <EditBout path={path} close={close} />,
  });
}

interface NewProps {
  eventId: string;
  card: Card;
  blockId: string;
  close: () => void;
}

function NewBout({ eventId, card, blockId, close }: NewProps) {
  const refresh = useRefresh(close);
  const before = card.find(({ block }) => block.id === blockId)?.bouts.at(-1);
  const free = card.filter(({ bouts }) => bouts.length < mostBouts);
  return (
    <BoutForm
      blocks={free.map(({ block }) => block)}
      stored={{ etag: '', values: newBout(blockId, before) }}
      submitLabel="Add the bout"
      save={(values) => createBout(eventId, createOf(values as Required<typeof values>))}
      onSaved={() => refresh('The bout is added')}
    />
  );
}

function EditBout({ path, close }: { path: BoutPath; close: () => void }) {
  const refresh = useRefresh(close);
  const { data, isError, refetch } = useQuery({ ...cardQueries.bout(path), refetchOnWindowFocus: false });
  if (!data) return isError ? <ErrorState onRetry={refetch} /> : <Skeleton height={480} />;
  const stored = ({ value, etag }: typeof data) => ({
    etag,
    values: valuesOf(value),
    fighters: [value.red.fighter, value.blue.fighter],
  });
  const now = stored(data);
  return (
    <BoutForm
      stored={now}
      fighters={now.fighters}
      hasReason={data.value.status !== 'announced'}
      submitLabel="Save"
      save={(edits, etag) => updateBout(path, bodyOf(edits), etag)}
      reread={async () => stored(await readBout(path))}
      onSaved={() => refresh('Saved')}
    />
  );
}

function useRefresh(close: () => void) {
  const queryClient = useQueryClient();
  return async (title: string) => {
    close();
    showToast({ id: 'card', title, tone: 'success' });
    await queryClient.invalidateQueries();
  };
}
