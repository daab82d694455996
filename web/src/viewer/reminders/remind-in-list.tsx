import { IconBell, IconBellRingingFilled } from '@tabler/icons-react';
import { useRef } from 'react';
import { useSession } from '../../identity/sessions/use-session.ts';
import classes from './remind-in-list.module.css';
import type { RemindedCompetition } from './reminded-competition.ts';
import { useRemindedSlugs } from './reminders.queries.ts';
import { useRemind } from './use-remind.tsx';

/** "Remind me" beside the link to an event. One call answers for all events of a list. Rule 41.10. */
export function RemindInList({ competition }: { competition: RemindedCompetition }) {
  const { name, slug } = competition;
  const { isLoggedIn } = useSession();
  const { data: slugs } = useRemindedSlugs({ enabled: isLoggedIn });
  const button = useRef<HTMLButtonElement>(null);
  const { isSet, press } = useRemind(competition, slugs?.includes(slug) ?? false, () => {
    // After the navigation, which gives the focus to the page.
    window.setTimeout(() => button.current?.focus());
  });
  return (
    <button
      ref={button}
      type="button"
      className={classes.button}
      aria-label={isSet ? `Reminder set for ${name}: remove` : `Remind me of ${name}`}
      onClick={press}
    >
      {isSet ? (
        <IconBellRingingFilled size={20} className={classes.ringing} aria-hidden />
      ) : (
        <IconBell size={20} stroke={1.75} aria-hidden />
      )}
      {isSet ? 'Reminder set' : 'Remind me'}
    </button>
  );
}
