import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../../identity/sessions/use-session.ts';
import { paths } from '../../paths.ts';
import { hideToast, showToast } from '../../ui/toasts/toasts.tsx';
import type { DevicePush } from './device.queries.ts';
import { keepRemindIntent, takeRemindIntent } from './remind-intent.ts';
import classes from './remind-me.module.css';
import type { RemindedCompetition } from './reminded-competition.ts';
import { type ReminderSettings, useReadReminderSettings, useSwitchReminder } from './reminders.queries.ts';

/**
 * What "Remind me" does, wherever it stands. Signed out, it leads to the sign-in and back, and is pressed then.
 * @param onReturn is called when that press is made up for.
 */
export function useRemind(competition: RemindedCompetition, isKnownToBeSet: boolean, onReturn?: () => void) {
  const { slug } = competition;
  const { isLoggedIn } = useSession();
  const switchTo = useSwitchAndSay(competition);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isSet = isLoggedIn && isKnownToBeSet;

  const latest = useRef({ switchTo, onReturn });
  latest.current = { switchTo, onReturn };
  useEffect(() => {
    if (!isLoggedIn || !takeRemindIntent(slug)) return;
    void latest.current.switchTo(true);
    latest.current.onReturn?.();
  }, [isLoggedIn, slug]);

  function press() {
    if (isLoggedIn) return void switchTo(!isSet);
    keepRemindIntent(slug);
    void navigate(paths.login.href(`${pathname}${search}`));
  }
  return { isSet, press };
}

function useSwitchAndSay({ slug, name }: RemindedCompetition) {
  const { mutateAsync } = useSwitchReminder(slug);
  const readSettings = useReadReminderSettings();
  const client = useQueryClient();
  // Only a press needs it: lists of events have the button in their first load.
  const readPush = async () => (await import('./device.queries.ts')).readDevicePush(client);
  const id = `reminder ${slug}`;

  async function switchTo(isSet: boolean): Promise<void> {
    try {
      await mutateAsync(isSet);
    } catch {
      // The problem was shown.
      return;
    }
    if (!isSet) return say(`No reminder of ${name}`, '', true);
    const ways = await Promise.all([readSettings(), readPush()]).catch(() => undefined);
    say(`We will remind you of ${name}`, ways ? wayOf(...ways) : '', false);
  }

  function say(title: string, words: string, undone: boolean) {
    const undo = () => {
      hideToast(id);
      void switchTo(undone);
    };
    showToast({
      id,
      title,
      description: (
        <>
          {words === '' ? null : <div>{words}</div>}
          <Button variant="default" size="sm" className={classes.undo} onClick={undo}>
            Undo
          </Button>
        </>
      ),
      tone: undone ? 'info' : 'success',
    });
  }
  return switchTo;
}

function wayOf({ mails, isEmailConfirmed }: ReminderSettings, { isOn, support }: DevicePush): string {
  const when = 'about an hour before it begins.';
  if (isOn && mails && isEmailConfirmed) return `A mail, and a notification on this device, come ${when}`;
  if (isOn) return `A notification comes on this device, ${when}`;
  const also =
    support === 'possible'
      ? ' You can get it on this device, too: in your account, under Notifications.'
      : '';
  if (!mails)
    return `Reminder mails are switched off. You can switch them on in your account, under Notifications.`;
  if (!isEmailConfirmed) return `Confirm your e-mail address first: until then no mail comes.${also}`;
  return `A mail comes ${when}${also}`;
}
