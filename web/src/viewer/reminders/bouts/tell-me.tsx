import { Button } from '@mantine/core';
import { IconBell, IconBellRingingFilled } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { paths } from '../../../paths.ts';
import { closeAllModals } from '../../../ui/dialogs/modal-host.tsx';
import { hideToast, showToast } from '../../../ui/toasts/toasts.tsx';
import { type DevicePush, readDevicePush } from '../device.queries.ts';
import { keepRemindIntent, takeRemindIntent } from '../remind-intent.ts';
import { type ReminderSettings, useReadReminderSettings } from '../reminders.queries.ts';
import { useIsWaitingFor, useSwitchBoutReminder } from './bout-reminders.queries.ts';
import { NotifyHere } from './notify-here.tsx';
import classes from './tell-me.module.css';

export interface TellMeProps {
  /** The slug of the event. */
  slug: string;
  boutId: string;
  /** "Noor Haddad v Jens Okafor" */
  boutName: string;
  /** A bell without words, for a row. */
  isIcon?: boolean;
}

/** "Tell me when it is next". Signed out, it leads to the sign-in and back, and is pressed then. Rule 46.7. */
export function TellMe({ slug, boutId, boutName, isIcon }: TellMeProps) {
  const { isLoggedIn } = useSession();
  const isSet = useIsWaitingFor(slug, boutId, { enabled: isLoggedIn });
  const { mutateAsync, isPending } = useSwitchBoutReminder(slug, boutId);
  const say = useWords(boutId);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  async function switchTo(wanted: boolean): Promise<void> {
    try {
      await mutateAsync(wanted);
    } catch {
      // The problem was shown.
      return;
    }
    await say(wanted);
  }

  const latest = useRef(switchTo);
  latest.current = switchTo;
  useEffect(() => {
    if (isLoggedIn && takeRemindIntent(slug, boutId)) void latest.current(true);
  }, [isLoggedIn, slug, boutId]);

  function press() {
    if (isLoggedIn) return void switchTo(!isSet);
    keepRemindIntent(slug, boutId);
    closeAllModals();
    void navigate(paths.login.href(`${pathname}${search}#bout-${boutId}`));
  }

  const icon = isSet ? (
    <IconBellRingingFilled size={20} className={classes.ringing} aria-hidden />
  ) : (
    <IconBell size={20} stroke={1.75} aria-hidden />
  );
  if (isIcon)
    return (
      <button
        type="button"
        className={classes.icon}
        aria-label={isSet ? `No longer tell me of ${boutName}` : `Tell me when ${boutName} is next`}
        aria-pressed={isSet}
        disabled={isPending}
        onClick={press}
      >
        {icon}
      </button>
    );
  return (
    <Button
      variant={isSet ? 'default' : 'filled'}
      className={classes.button}
      loading={isPending}
      leftSection={icon}
      aria-label={isSet ? 'We will tell you when it is next: stop' : undefined}
      onClick={press}
    >
      {isSet ? 'We will tell you' : 'Tell me when it is next'}
    </Button>
  );
}

/** Says where the message comes, and offers this device when it can come nowhere. */
function useWords(boutId: string) {
  const readSettings = useReadReminderSettings();
  const client = useQueryClient();
  const id = `reminder ${boutId}`;
  return async (isSet: boolean) => {
    if (!isSet) return showToast({ id, title: 'We will not tell you', tone: 'info' });
    const ways = await Promise.all([readSettings(), readDevicePush(client)]).catch(() => undefined);
    const isOffered = ways?.[1].support === 'possible' && !ways[1].isOn;
    showToast({
      id,
      title: 'We will tell you when it is next',
      description: (
        <>
          {ways ? <div>{wayOf(...ways)}</div> : null}
          {isOffered ? <NotifyHere onSwitched={() => hideToast(id)} /> : null}
        </>
      ),
      tone: 'success',
      ...(isOffered && { staysMs: 15_000 }),
    });
  };
}

function wayOf(
  { mails, boutMails, isEmailConfirmed }: ReminderSettings,
  { isOn, support }: DevicePush,
): string {
  const isMailed = mails && boutMails && isEmailConfirmed;
  if (isOn) return `A notification comes on this device${isMailed ? ', and a mail' : ''}.`;
  if (isMailed) return 'A mail comes.';
  if (support === 'possible') return 'This device does not show notifications of Ringside yet.';
  return 'Nothing can reach you here yet. In your account, under Notifications, you can choose mails.';
}
