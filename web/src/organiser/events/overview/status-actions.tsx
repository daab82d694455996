import { Button } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { hasType } from '../../../api/problem.ts';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { draftQuestion } from '../draft-question.ts';
import { readEvent, updateEvent } from '../events.queries.ts';
import { showRefusal } from '../show-refusal.ts';
import classes from './overview.module.css';
import type { Check } from './readiness.ts';

type Event = components['schemas']['Event'];
type Status = Event['status'];

interface Props {
  event: Event;
  etag: string;
  /** Why it cannot be published; undefined when it can. */
  reason: string | undefined;
  checks: readonly Check[];
}

/** Publish, hide, back to draft: each asks first, and is shown only when the server has done it. */
export function StatusActions({ event, etag, reason, checks }: Props) {
  const queryClient = useQueryClient();
  const [running, setRunning] = useState<Status>();
  const reasonId = useId();
  const { id, name, status } = event;

  async function change(next: Status) {
    const isMeant = await confirm({
      title: titles[next](name),
      description: consequences(next, event, checks),
    });
    if (!isMeant) return;
    setRunning(next);
    try {
      const { error, response } = await updateEvent(id, { status: next }, etag);
      if (!response.ok) throw error;
      showToast({ id: 'status', title: results[next], tone: 'success' });
    } catch (error) {
      showRefusal(error, hasType(error, 'precondition-failed') && (await isStored(id, etag)));
    }
    setRunning(undefined);
    await queryClient.invalidateQueries();
  }
  const button = (next: Status, words: string, isMain = false) => (
    <Button
      variant={isMain ? 'filled' : 'default'}
      loading={running === next}
      disabled={running !== undefined && running !== next}
      onClick={() => void change(next)}
    >
      {words}
    </Button>
  );
  return (
    <div className={classes.actions}>
      {status === 'public' ? null : (
        <Button
          loading={running === 'public'}
          // Not `disabled`: the button keeps its place in the tab order, and with it the reason can be read.
          aria-disabled={reason !== undefined || undefined}
          data-disabled={reason !== undefined || undefined}
          aria-describedby={reason ? reasonId : undefined}
          onClick={() => reason === undefined && void change('public')}
        >
          Publish
        </Button>
      )}
      {status === 'hidden'
        ? null
        : button('hidden', status === 'draft' ? 'Open by link only' : 'Hide from the lists')}
      {status === 'draft' ? null : button('draft', 'Back to draft')}
      {status !== 'public' && reason ? (
        <p id={reasonId} className={classes.reason}>
          {`Not ready to publish. ${reason}`}
        </p>
      ) : null}
    </div>
  );
}

/** Whether this is the stored version: then nobody else has changed the event. */
async function isStored(eventId: string, etag: string) {
  return readEvent(eventId).then(
    (stored) => stored.etag === etag,
    () => false,
  );
}

const titles: Record<Status, (name: string) => string> = {
  public: (name) => `Publish “${name}”?`,
  hidden: (name) => `Open “${name}” by its link only?`,
  draft: (name) => draftQuestion(name).title,
};

const results: Record<Status, string> = {
  public: 'Published',
  hidden: 'Only people with the link find it',
  draft: 'It is a draft: viewers no longer see it',
};

function consequences(next: Status, { name, status }: Event, checks: readonly Check[]) {
  if (next === 'draft') return draftQuestion(name).description;
  const open = checks.filter(({ isDone }) => !isDone).map(({ title }) => title.toLowerCase());
  const missing = open.length > 0 ? ` Still open: ${open.join(', ')}.` : '';
  if (next === 'public') return `Everybody finds it in the lists from now on.${missing}`;
  const change = status === 'draft' ? 'Everybody who has the link can open it.' : 'It leaves the lists.';
  return `${change} Viewers with the link or an access can watch.${missing}`;
}
