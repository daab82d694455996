import { Anchor, Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link } from 'react-router';
import { hasType } from '../../api/problem.ts';
import { paths } from '../../paths.ts';
import classes from '../../ui/account/account-page.module.css';
import { Loaded } from '../../ui/account/loaded.tsx';
import { FormProblem, fieldErrors, focusFirstInvalid } from '../../ui/form/form-problem.tsx';
import { showToast } from '../../ui/toasts/toasts.tsx';
import { EmailField } from '../email-field.tsx';
import formClasses from '../form.module.css';
import { useRequestEmailVerification } from '../identity.queries.ts';
import { PasswordField } from '../password-field.tsx';
import { useSecondFactor } from '../security/security.queries.ts';
import { type Profile, useChangeEmail, useReloadProfile } from './profile.queries.ts';

const labels = { email: 'New e-mail address', currentPassword: 'Current password' };

/** The address of the account, whether it is confirmed, and the way to another one (docs/product.md, 8.6 and 8.7). */
export function EmailSection({ user }: { user: Profile }) {
  const [isOpen, setIsOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const { email, emailVerified } = user;
  return (
    <>
      <p className={classes.rowText}>
        <strong className={classes.name}>{email}</strong>
        <span className={classes.meta}>{emailVerified ? 'Confirmed' : 'Not confirmed yet'}</span>
      </p>
      {emailVerified ? null : <ConfirmAgain email={email} />}
      {/* Always there, so that screen readers announce what comes into it. */}
      <div role="status">
        {sentTo ? (
          <p className={classes.message}>
            {'A link is on its way to '}
            <strong className={formClasses.address}>{sentTo}</strong>
            {`. Open it within 48 hours and confirm. Until then you sign in with ${email}.`}
          </p>
        ) : null}
      </div>
      {isOpen ? (
        <ChangeEmail
          onCancel={() => setIsOpen(false)}
          onSent={(address) => {
            setSentTo(address);
            setIsOpen(false);
          }}
        />
      ) : (
        <Button variant="default" className={classes.action} onClick={() => setIsOpen(true)}>
          Change the address
        </Button>
      )}
    </>
  );
}

/** Tickets that were bought for an address are opened by its confirmation, so it is worth a second mail. */
function ConfirmAgain({ email }: { email: string }) {
  const send = useRequestEmailVerification();
  const reload = useReloadProfile();
  const submit = () =>
    send.mutate(
      {},
      {
        onSuccess: () =>
          showToast({ title: 'The mail is on its way', description: `To ${email}.`, tone: 'success' }),
        // It was confirmed in another tab.
        onError: (error) => (hasType(error, 'conflict') ? void reload() : undefined),
      },
    );
  return (
    <>
      {send.isError && !hasType(send.error, 'conflict') ? (
        <FormProblem key={send.submittedAt} error={send.error} labels={{}} />
      ) : null}
      <p className={classes.message}>
        Confirm it to get what was bought or granted for this address. The link is in your mail.
      </p>
      <Button className={classes.action} loading={send.isPending} onClick={submit}>
        Send the link again
      </Button>
    </>
  );
}

interface ChangeProps {
  onCancel: () => void;
  onSent: (email: string) => void;
}

function ChangeEmail(props: ChangeProps) {
  const factors = useSecondFactor();
  return (
    <Loaded query={factors}>
      {({ hasPassword }) =>
        hasPassword ? <ChangeEmailForm {...props} /> : <PasswordFirst onCancel={props.onCancel} />
      }
    </Loaded>
  );
}

function PasswordFirst({ onCancel }: Pick<ChangeProps, 'onCancel'>) {
  return (
    <div className={formClasses.form}>
      <p className={classes.message}>
        {'Your account has no password, and a change of the address asks for it. '}
        <Anchor component={Link} to={paths.security.href()} underline="always">
          Set a password
        </Anchor>
        {' first.'}
      </p>
      <div className={classes.rowActions}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function ChangeEmailForm({ onCancel, onSent }: ChangeProps) {
  const change = useChangeEmail();
  const form = useForm({
    initialValues: { email: '', currentPassword: '' },
    validate: {
      email: (email) => (email.trim() === '' ? 'Enter the new address.' : null),
      currentPassword: (password) => (password === '' ? 'Enter your current password.' : null),
    },
  });
  const submit = form.onSubmit(
    (body) =>
      change.mutate(
        { body },
        {
          onSuccess: () => onSent(body.email.trim()),
          onError: (error) => form.setErrors(fieldErrors(error)),
        },
      ),
    focusFirstInvalid,
  );
  return (
    <form onSubmit={submit} noValidate className={`${formClasses.form} ${classes.narrow}`}>
      {change.isError ? <FormProblem key={change.submittedAt} error={change.error} labels={labels} /> : null}
      <EmailField label={labels.email} autoComplete="email" autoFocus {...form.getInputProps('email')} />
      <PasswordField
        id="currentPassword"
        label={labels.currentPassword}
        autoComplete="current-password"
        {...form.getInputProps('currentPassword')}
      />
      <div className={classes.rowActions}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={change.isPending}>
          Send the link
        </Button>
      </div>
    </form>
  );
}
