import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { FormProblem } from '../../../ui/form/form-problem.tsx';
import { useLeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { useSaveKeys } from '../../../ui/form/use-save-keys.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { countOf } from '../../ui/table/list.ts';
import { eventWithBlocks } from '../choosing/event-with-blocks.ts';
import { TargetFields } from '../choosing/target-fields.tsx';
import { WindowField } from '../choosing/window-field.tsx';
import { ComplimentaryField } from './complimentary-field.tsx';
import classes from './grant-page.module.css';
import { GrantReport } from './grant-report.tsx';
import { Granted } from './granted.tsx';
import { usePersonOfLink } from './person-of-link.ts';
import { type Recipient, recipientLimit } from './recipients.ts';
import { useGrant } from './use-grant.ts';
import { WhoField } from './who-field.tsx';

const noun = ['access', 'accesses'] as const;
const labels = { eventId: 'Event', blockId: 'Block', startDate: 'From', endDate: 'Until' };

/** Grants an event or a block to one person or to thousands; a dry run says first what would happen. */
export default function GrantPage() {
  const [search] = useSearchParams();
  const people = usePersonOfLink(search);
  return people ? <GrantForm firstPeople={people} /> : <Head />;
}

function Head() {
  return <PageHead title="Grant access" text="Nothing is granted before you have seen what it does." />;
}

function GrantForm({ firstPeople }: { firstPeople: readonly Recipient[] }) {
  const [search, setSearch] = useSearchParams();
  const { permissions } = useSession();
  const eventId = search.get('event') ?? '';
  const { data: event, isPending } = useQuery(eventWithBlocks(eventId));
  const grant = useGrant(event, search, firstPeople);
  const { who, table, report, faults, isFile } = grant;
  useLeaveGuard(() => !grant.done && table !== undefined);
  const form = useRef<HTMLFormElement>(null);
  useSaveKeys(form, grant.check);

  function choose(change: Record<string, string>) {
    grant.change();
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [key, value] of Object.entries(change)) value ? next.set(key, value) : next.delete(key);
        return next;
      },
      { replace: true },
    );
  }
  if (grant.done) return <Granted grant={grant.done} eventId={eventId} onMore={grant.restart} />;
  const count = table?.rows.length ?? 0;
  return (
    <>
      <Head />
      <form
        ref={form}
        className={classes.form}
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault();
          grant.check();
        }}
      >
        {grant.problem ? (
          <FormProblem key={grant.problem.at} error={grant.problem.error} labels={labels} />
        ) : null}
        <section className={classes.section} aria-labelledby="grant-who">
          <h2 id="grant-who">Who</h2>
          <WhoField
            value={who}
            onChange={grant.changeWho}
            canFindPeople={holdsAll(permissions, ['identity.user:read'])}
          />
        </section>
        {isFile ? null : (
          <section className={classes.section} aria-labelledby="grant-what">
            <h2 id="grant-what">What and how long</h2>
            <TargetFields
              event={event ?? null}
              isLoading={eventId !== '' && isPending}
              blockId={grant.blockId}
              onEvent={(id) => choose({ event: id, block: '' })}
              onBlock={(block) => choose({ block })}
              wholeEvent="Whole event"
              errors={faults}
            />
            {event && grant.target && grant.window ? (
              <WindowField
                value={grant.window}
                target={grant.target}
                zone={event.timezone}
                onChange={grant.changeWindow}
                errors={faults}
              />
            ) : null}
            <ComplimentaryField
              value={grant.complimentary}
              onChange={grant.changeComplimentary}
              errors={faults}
            />
          </section>
        )}
        {report ? (
          <GrantReport
            key={report.at}
            report={report}
            isGranting={grant.isSending}
            onGrant={grant.grant}
            onBack={grant.change}
          />
        ) : (
          <div className={classes.actions}>
            <Button
              type="submit"
              size="md"
              disabled={count === 0 || count > recipientLimit}
              loading={grant.isSending}
            >
              {count === 0 ? 'Check' : `Check ${countOf(count, noun)}`}
            </Button>
            {count === 0 ? <span className={classes.hint}>{grant.missing}</span> : null}
          </div>
        )}
      </form>
    </>
  );
}
