import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import classes from '../../ui/account/account-page.module.css';
import { Section } from '../../ui/account/section.tsx';
import { openModal } from '../../ui/dialogs/modal-host.tsx';
import { FormProblem } from '../../ui/form/form-problem.tsx';
import { showToast } from '../../ui/toasts/toasts.tsx';
import formClasses from '../form.module.css';
import { session } from '../sessions/current-session.ts';
import { useSession } from '../sessions/use-session.ts';
import { useDeleteOwnAccount } from './security.queries.ts';

/** An account with permissions is deleted by an administrator (docs/product.md, 30.12). */
export function DeleteAccountSection() {
  const { permissions } = useSession();
  const navigate = useNavigate();
  const isMember = permissions.length > 0;
  function ask() {
    openModal({
      title: 'Delete your account?',
      content: (close) => (
        <DeleteAccountForm
          onCancel={close}
          onDeleted={() => {
            close();
            void navigate(paths.home.href(), { replace: true });
          }}
        />
      ),
    });
  }
  return (
    <Section
      title="Delete my account"
      lead={
        isMember
          ? 'Your account holds permissions. Ask an administrator to take them away before you delete it.'
          : 'Nothing brings it back.'
      }
    >
      {isMember ? null : (
        <Button variant="default" className={classes.action} onClick={ask}>
          Delete my account
        </Button>
      )}
    </Section>
  );
}

function DeleteAccountForm({ onCancel, onDeleted }: { onCancel: () => void; onDeleted: () => void }) {
  const remove = useDeleteOwnAccount();
  const submit = () =>
    remove.mutate(
      { params: { query: { confirm: 'own-account' } } },
      {
        onSuccess: async () => {
          showToast({ title: 'Your account is deleted', tone: 'success' });
          onDeleted();
          await session.endedElsewhere();
        },
      },
    );
  return (
    <div className={formClasses.form}>
      {remove.isError ? <FormProblem key={remove.submittedAt} error={remove.error} labels={{}} /> : null}
      <p className={formClasses.message}>These go with it at once, and nothing brings them back:</p>
      <ul className={formClasses.message}>
        <li>Your tickets and everything that you can watch with them. They are not refunded.</li>
        <li>Your history, where you stopped, and your reminders</li>
        <li>Your name, address, password, passkeys and links to sign-in providers</li>
        <li>The sign-in of all your devices, and what plays there</li>
      </ul>
      <p className={formClasses.message}>
        What you paid stays in the books, as the law asks, without your name and address. A last mail says so,
        if you have confirmed your address.
      </p>
      <div className={classes.dialogActions}>
        <Button variant="default" data-autofocus onClick={onCancel}>
          Cancel
        </Button>
        <Button loading={remove.isPending} onClick={submit}>
          Delete my account
        </Button>
      </div>
    </div>
  );
}
