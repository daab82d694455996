import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState } from 'react';
import { useSendKey } from '../../../api/send-key.ts';
import { serverNow } from '../../../clock.ts';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { FormProblem } from '../../../ui/form/form-problem.tsx';
import { useLeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import classes from './compensation.module.css';
import {
  compensationQueries,
  createCompensation,
  type Outage,
  type Preview,
  type Terms,
} from './compensation.queries.ts';
import { peopleOf, previewLines, sumsOf } from './compensation-words.ts';
import { type Draft, newDraft, readDraft } from './remedy.ts';
import { RemedyFields } from './remedy-fields.tsx';

const debounceMs = 300;
const labels = { percent: 'Part', amounts: 'Amount', endDate: 'Valid for', scope: 'What it opens' };

/** Chooses a remedy, shows what everybody would get, and gives it after a question with number and sum. */
export function RemedyForm({ outage }: { outage: Outage }) {
  const queryClient = useQueryClient();
  const keyFor = useSendKey();
  const titleId = useId();
  const [draft, setDraft] = useState<Draft>(newDraft);
  const [openedAt] = useState(() => serverNow());
  const [fault, setFault] = useState<{ error: unknown; at: number }>();
  const [isSending, setIsSending] = useState(false);
  const isBusy = useRef(false);
  useLeaveGuard(() => isSending);

  const currencies = useMemo(() => outage.paid.map(({ currency }) => currency), [outage.paid]);
  const read = readDraft(draft, currencies, openedAt);
  const terms = 'terms' in read ? read.terms : undefined;
  const [asked] = useDebouncedValue(JSON.stringify(terms), debounceMs);
  const isAsked = asked === JSON.stringify(terms);
  const preview = useQuery(compensationQueries.preview(outage.id, isAsked ? terms : undefined));
  const shown = isAsked && terms !== undefined ? preview.data : undefined;

  async function give(sent: Terms, { tag, people, sums }: Preview) {
    if (isBusy.current) return;
    isBusy.current = true;
    const isMeant = await confirm(questionOf(sent, people, sumsOf(sums)));
    if (isMeant) await send(sent, tag, people);
    isBusy.current = false;
  }

  async function send(sent: Terms, tag: string, people: number) {
    setIsSending(true);
    setFault(undefined);
    try {
      await createCompensation(outage.id, { key: keyFor({ sent, tag }), tag, terms: sent });
      showToast({ id: 'compensation', title: `${peopleOf(people)} will get it`, tone: 'success' });
    } catch (error) {
      setFault({ error, at: Date.now() });
    }
    setIsSending(false);
    await queryClient.invalidateQueries();
  }

  return (
    <section aria-labelledby={titleId} className={classes.section}>
      <h3 id={titleId} className={classes.title}>{`Compensate ${peopleOf(outage.open)}`}</h3>
      <form
        noValidate
        className={classes.form}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          if ('faults' in read) document.getElementById(`remedy-${Object.keys(read.faults)[0]}`)?.focus();
          else if (shown && shown.people > 0) void give(read.terms, shown);
        }}
      >
        {fault ? <FormProblem key={fault.at} error={fault.error} labels={labels} idPrefix="remedy-" /> : null}
        <RemedyFields
          draft={draft}
          change={(next) => setDraft({ ...draft, ...next })}
          currencies={currencies}
          faults={'faults' in read ? read.faults : {}}
        />
        <div role="status" className={classes.preview}>
          {shown ? previewLines(shown).map((line) => <p key={line}>{line}</p>) : null}
          {shown && terms?.remedy === 'refund' ? <p>Everybody keeps the access.</p> : null}
          {terms && !shown && !preview.isError ? <p className={classes.muted}>Counting …</p> : null}
          {isAsked && preview.isError ? (
            <p>The preview could not be loaded. Change something to try again.</p>
          ) : null}
        </div>
        <Button
          type="submit"
          loading={isSending}
          disabled={terms !== undefined && !(shown && shown.people > 0)}
        >
          {shown ? `Compensate ${peopleOf(shown.people)}` : 'Compensate'}
        </Button>
      </form>
    </section>
  );
}

function questionOf({ remedy }: Terms, people: number, sum: string) {
  const mail = 'Everybody gets a mail. This cannot be undone.';
  const to = peopleOf(people);
  if (remedy === 'refund')
    return {
      title: `Give ${sum} back to ${to}?`,
      description: `The refunds go to the payment provider one by one. Everybody keeps the access, also when nothing is left of an order. ${mail}`,
    };
  if (remedy === 'credit')
    return {
      title: sum === '–' ? `Give a code to ${to}?` : `Give codes for ${sum} to ${to}?`,
      description: `Everybody gets a code of their own for one purchase. ${mail}`,
    };
  return { title: `Open the replay for ${to}?`, description: `It opens at once. ${mail}` };
}
