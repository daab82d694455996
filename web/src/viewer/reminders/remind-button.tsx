import { Button } from '@mantine/core';
import { IconBell, IconBellRingingFilled } from '@tabler/icons-react';
import { useSession } from '../../identity/sessions/use-session.ts';
import classes from './remind-me.module.css';
import type { RemindedCompetition } from './reminded-competition.ts';
import { useReminder } from './reminders.queries.ts';
import { useRemind } from './use-remind.tsx';

interface Props {
  competition: RemindedCompetition;
}

/** On the poster of an event. */
export function RemindButton({ competition }: Props) {
  const { isLoggedIn } = useSession();
  const { data } = useReminder(competition.slug, { enabled: isLoggedIn });
  const { isSet, press } = useRemind(competition, data?.isSet === true);
  return (
    <Button
      size="lg"
      className={classes.button}
      aria-label={isSet ? 'Reminder set: remove' : undefined}
      leftSection={
        isSet ? (
          <IconBellRingingFilled size={20} className={classes.ringing} aria-hidden />
        ) : (
          <IconBell size={20} aria-hidden />
        )
      }
      onClick={press}
    >
      {isSet ? 'Reminder set' : 'Remind me'}
    </Button>
  );
}
