import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';
import classes from '../../ui/account/account-page.module.css';
import { Loaded } from '../../ui/account/loaded.tsx';
import { NewerOlder } from '../../ui/account/newer-older.tsx';
import { Section } from '../../ui/account/section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { EmptyState } from '../../ui/state/state-panel.tsx';
import { DateTime } from '../../ui/time/date-time.tsx';
import { showToast } from '../../ui/toasts/toasts.tsx';
import { BoutReminders } from './bouts/bout-reminders.tsx';
import { DeviceSwitch } from './device-switch.tsx';
import { MailSwitch } from './mail-switch.tsx';
import own from './notifications-page.module.css';
import { type Reminder, useReminderSettings, useReminders, useSwitchReminder } from './reminders.queries.ts';

const pageSize = 20;

/** Of what the viewer is reminded, and how. */
export default function NotificationsPage() {
  const [search] = useSearchParams();
  const page = Math.max(1, Number.parseInt(search.get('page') ?? '', 10) || 1);
  const reminders = useReminders({ limit: pageSize, offset: (page - 1) * pageSize });
  const settings = useReminderSettings();
  return (
    <div className={classes.page}>
      <PageTitle>Notifications</PageTitle>
      <h1 className={classes.title}>Notifications</h1>
      <Section
        title="How we remind you"
        lead="You get one message for each event, about an hour before it begins, and of single fights what you ask for. With a ticket you also hear on your devices when the main event is near."
      >
        <Loaded query={settings}>{(given) => <MailSwitch settings={given} />}</Loaded>
        <DeviceSwitch />
      </Section>
      {reminders.data?.total === 0 ? (
        <NoReminders />
      ) : (
        <Section title="Your reminders" lead="Events of which you want to be reminded. Only you see them.">
          <Loaded query={reminders}>
            {({ data, total }) => (
              <>
                <ul className={classes.list}>
                  {data.map((reminder) => (
                    <ReminderRow key={reminder.competition.id} reminder={reminder} />
                  ))}
                </ul>
                <NewerOlder page={page} total={total} pageSize={pageSize} href={paths.notifications.href()} />
              </>
            )}
          </Loaded>
        </Section>
      )}
      <BoutReminders />
    </div>
  );
}

function NoReminders() {
  return (
    <EmptyState
      title="No reminders yet"
      action={
        <Button component={Link} to={paths.schedule.href()}>
          See the schedule
        </Button>
      }
    >
      Press “Remind me” on the schedule or on the page of an event.
    </EmptyState>
  );
}

function ReminderRow({ reminder: { competition } }: { reminder: Reminder }) {
  const { slug, name, startDate, timezone } = competition;
  const { mutate, isPending } = useSwitchReminder(slug);
  const remove = () =>
    mutate(false, { onSuccess: () => showToast({ title: `No reminder of ${name}`, tone: 'success' }) });
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Link to={paths.competition.href(slug)} className={own.link}>
          {name}
        </Link>
        <span className={classes.meta}>
          <DateTime instant={startDate} venueZone={timezone} />
        </span>
      </div>
      <Button variant="default" loading={isPending} aria-label={`Remove ${name}`} onClick={remove}>
        Remove
      </Button>
    </li>
  );
}
