import { Button } from '@mantine/core';
import { pairName } from '@ringside/rules/bout-words';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import classes from '../../../ui/account/account-page.module.css';
import { Loaded } from '../../../ui/account/loaded.tsx';
import { Section } from '../../../ui/account/section.tsx';
import { DateTime } from '../../../ui/time/date-time.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import own from '../notifications-page.module.css';
import { type BoutReminder, useBoutReminders, useSwitchBoutReminder } from './bout-reminders.queries.ts';

/** The bouts that the viewer waits for; nothing when there is none. */
export function BoutReminders() {
  const reminders = useBoutReminders();
  if (reminders.data?.total === 0) return null;
  return (
    <Section title="Fights you wait for" lead="You hear once when a fight is next, and when it changes.">
      <Loaded query={reminders}>
        {({ data, total }) => (
          <>
            <ul className={classes.list}>
              {data.map((reminder) => (
                <BoutRow key={reminder.boutId} reminder={reminder} />
              ))}
            </ul>
            {total > data.length ? (
              <p className={classes.message}>The next {data.length} are shown.</p>
            ) : null}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function BoutRow({ reminder }: { reminder: BoutReminder }) {
  const { boutId, redName, blueName, status, isTold, competition } = reminder;
  const { slug, startDate, timezone } = competition;
  const name = pairName(redName, blueName);
  const { mutate, isPending } = useSwitchBoutReminder(slug, boutId);
  const remove = () =>
    mutate(false, {
      onSuccess: () => showToast({ title: `We will not tell you of ${name}`, tone: 'success' }),
    });
  const state = status === 'cancelled' ? 'Cancelled' : isTold ? 'You were told' : null;
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Link to={`${paths.competition.href(slug)}#bout-${boutId}`} className={own.link}>
          {name}
        </Link>
        <span className={classes.meta}>
          {competition.name} · <DateTime instant={startDate} venueZone={timezone} />
          {state ? ` · ${state}` : null}
        </span>
      </div>
      <Button variant="default" loading={isPending} aria-label={`Remove ${name}`} onClick={remove}>
        Remove
      </Button>
    </li>
  );
}
