import { Button, VisuallyHidden } from '@mantine/core';
import { resultInWords } from '@ringside/rules/result-words';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isProblem } from '../../../api/problem.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { countOf } from '../../ui/table/list.ts';
import { confirmResult, type Result, resultQueries } from './results.queries.ts';
import classes from './results-page.module.css';

/** What somebody else has signed, for a second person. */
export function WaitingResults({ eventId, results }: { eventId: string; results: readonly Result[] }) {
  const waiting = results.filter(({ mayConfirm }) => mayConfirm);
  return (
    <>
      <VisuallyHidden role="status">
        {waiting.length > 0
          ? `${countOf(waiting.length, ['result waits', 'results wait'])} for your signature`
          : ''}
      </VisuallyHidden>
      {waiting.length > 0 ? (
        <section aria-labelledby="waiting" className={classes.waiting}>
          <h2 id="waiting" className={classes.waitingTitle}>
            Your signature is asked for
          </h2>
          <ul className={classes.list}>
            {waiting.map((result) => (
              <WaitingResult key={`${result.boutId} ${result.version}`} eventId={eventId} result={result} />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function WaitingResult({ eventId, result }: { eventId: string; result: Result }) {
  const queryClient = useQueryClient();
  const [isSending, setIsSending] = useState(false);
  const { boutId, version, red, blue, note, reason, scorecards, signedBy } = result;
  async function confirm() {
    setIsSending(true);
    try {
      await confirmResult({ eventId, boutId, resultVersion: version });
      showToast({
        id: 'result',
        tone: 'success',
        title: 'Confirmed',
        description: 'The result is official.',
      });
    } catch (error) {
      const description = isProblem(error) ? error.detail : 'The server could not be reached. Try again.';
      showToast({ id: 'result', tone: 'warning', title: 'It is not confirmed', description });
    }
    setIsSending(false);
    await queryClient.invalidateQueries(resultQueries.board(eventId));
  }
  const more = [
    ...scorecards.map((card) => `${card.judge}: ${card.red}–${card.blue}`),
    note,
    reason && `Correction: ${reason}`,
    `Signed by ${signedBy ?? 'a deleted account'}`,
  ].filter(Boolean);
  return (
    <li className={classes.waitingResult}>
      <p className={classes.names}>{`${red.name} v ${blue.name}`}</p>
      <p className={classes.outcome}>{resultInWords(result)}</p>
      <p className={classes.more}>{more.join('. ')}</p>
      <Button size="md" loading={isSending} onClick={() => void confirm()}>
        <span aria-hidden>Confirm</span>
        <VisuallyHidden>{`Confirm the result of ${red.name} v ${blue.name}`}</VisuallyHidden>
      </Button>
    </li>
  );
}
