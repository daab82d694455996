import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import classes from '../../ui/account/account-page.module.css';
import own from './notifications-page.module.css';
import { type ReminderSettings, useSwitchReminderMails } from './reminders.queries.ts';

export function MailSwitch({ settings }: { settings: ReminderSettings }) {
  const { mails, boutMails, isEmailConfirmed } = settings;
  const { mutate } = useSwitchReminderMails();
  return (
    <>
      <Switch
        size="md"
        label="By mail, to the address of your account"
        classNames={{ track: own.track }}
        checked={mails}
        onChange={({ currentTarget }) => mutate({ mails: currentTarget.checked, boutMails })}
      />
      <Switch
        size="md"
        label="Also when a fight that you wait for is next or has changed"
        classNames={{ track: own.track }}
        checked={mails && boutMails}
        disabled={!mails}
        onChange={({ currentTarget }) => mutate({ mails, boutMails: currentTarget.checked })}
      />
      {mails && !isEmailConfirmed ? (
        <p className={classes.message}>
          Your e-mail address is not confirmed, so no mail comes yet. Open the link in the mail that you got
          when you signed up.
        </p>
      ) : null}
    </>
  );
}
