import { useQueryClient } from '@tanstack/react-query';
import { NewPasswordField } from '../../../identity/accounts/new-password-field.tsx';
import classes from '../../../identity/form.module.css';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { setUserPassword } from '../authority.queries.ts';

interface Props {
  userId: string;
  isOwn: boolean;
  onSaved: () => void;
}

export function PasswordForm({ userId, isOwn, onSaved }: Props) {
  const client = useQueryClient();
  const state = useApiForm({
    stored: { values: { password: '' }, etag: '' },
    isNew: true,
    labels: { password: 'New password' },
    save: ({ password = '' }) => setUserPassword(userId, password),
    onSaved: async () => {
      showToast({ id: 'saved', title: 'The password is set', tone: 'success' });
      onSaved();
      await client.invalidateQueries();
    },
  });
  return (
    <ApiForm state={state} submitLabel="Set the password">
      <p className={classes.message}>
        {isOwn
          ? 'This is your own account: all your devices are signed out, this one too.'
          : 'All their devices are signed out, links in earlier mails stop working, and they get a mail about it. Pass the password on yourself.'}
      </p>
      <NewPasswordField {...state.field('password')} data-autofocus />
    </ApiForm>
  );
}
