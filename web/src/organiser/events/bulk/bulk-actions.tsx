import { Button } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { countOf } from '../../ui/table/list.ts';
import { updateEvent } from '../events.queries.ts';
import { deleteMany } from './delete-many.ts';
import { publishMany } from './publish-many.ts';
import { runMany } from './run-many.ts';
import { showResults } from './show-results.tsx';

type Event = components['schemas']['Event'];

const noun = ['event', 'events'] as const;

interface Props {
  events: Event[];
  clear: () => void;
  mayChange: boolean;
  mayDelete: boolean;
}

/** What can be done with the ticked events. Each asks with the number and says afterwards what has become of each event. */
export function BulkActions({ events, clear, mayChange, mayDelete }: Props) {
  const queryClient = useQueryClient();
  const [running, setRunning] = useState<string>();
  // The numbers are those of the events that change.
  const unpublished = events.filter(({ status }) => status !== 'public');
  const shown = events.filter(({ status }) => status !== 'hidden');

  async function run(name: string, action: () => Promise<boolean>) {
    setRunning(name);
    const isDone = await action();
    setRunning(undefined);
    if (!isDone) return;
    clear();
    await queryClient.invalidateQueries();
  }

  async function publish() {
    const title = `Publish ${countOf(unpublished.length, noun)}?`;
    const description =
      'Everybody finds them in the lists from now on. Events that are not ready stay as they are.';
    if (!(await confirm({ title, description }))) return false;
    showResults('published', await publishMany(unpublished));
    return true;
  }
  async function hide() {
    const title = `Hide ${countOf(shown.length, noun)}?`;
    const description = 'They leave the lists. Everybody who has the link can still open them, also drafts.';
    if (!(await confirm({ title, description }))) return false;
    showResults('hidden', await runMany(shown, ({ id }) => updateEvent(id, { status: 'hidden' })));
    return true;
  }
  const button = (words: string, action: () => Promise<boolean>) => (
    <Button
      variant="default"
      loading={running === words}
      disabled={running !== undefined && running !== words}
      onClick={() => void run(words, action)}
    >
      {words}
    </Button>
  );
  return (
    <>
      {mayChange && unpublished.length > 0 ? button(`Publish ${unpublished.length}`, publish) : null}
      {mayChange && shown.length > 0 ? button(`Hide ${shown.length}`, hide) : null}
      {mayDelete ? button(`Delete ${events.length}`, () => deleteMany(events)) : null}
    </>
  );
}
