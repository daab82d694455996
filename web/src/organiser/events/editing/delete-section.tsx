import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { FormProblem } from '../../../ui/form/form-problem.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { deleteEvent, previewDeletion } from '../events.queries.ts';
import { dependentsInWords, refusalInWords } from './deletion-words.ts';
import classes from './event-fields.module.css';

/** Deletes the event after it has said what goes with it, or says why it cannot. */
export function DeleteSection({ eventId, name }: { eventId: string; name: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<{ error: unknown; at: number }>();

  async function ask() {
    const preview = await previewDeletion(eventId);
    if (preview.isRefused) throw refusalInWords(preview);
    const isMeant = await confirm({ title: `Delete “${name}”?`, description: dependentsInWords(preview) });
    if (!isMeant) return;
    const { error, response } = await deleteEvent(eventId);
    if (!response.ok) throw error;
    showToast({ title: 'Deleted', tone: 'success' });
    await navigate(adminPaths.events.href());
    queryClient.removeQueries({ queryKey: ['event', eventId] });
    await queryClient.invalidateQueries();
  }
  async function run() {
    setIsBusy(true);
    setFault(undefined);
    await ask().catch((error: unknown) => setFault({ error, at: Date.now() }));
    setIsBusy(false);
  }
  return (
    <section className={classes.section} aria-labelledby="delete-event">
      <h3 id="delete-event" className={classes.sectionTitle}>
        Delete this event
      </h3>
      <p className={classes.text}>
        It cannot be taken back. To keep the event but not show it, make it a draft instead.
      </p>
      {fault ? <FormProblem key={fault.at} error={fault.error} labels={{}} /> : null}
      <Button variant="default" mt={fault ? 'md' : 0} loading={isBusy} onClick={() => void run()}>
        Delete the event
      </Button>
    </section>
  );
}
