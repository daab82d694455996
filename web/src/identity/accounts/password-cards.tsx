import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { StatusCard } from './status-card.tsx';

interface Props {
  title: string;
  children: string;
}

/** The password is chosen: the next step is the sign-in. */
export function PasswordChosen({ title, children }: Props) {
  return (
    <StatusCard
      title={title}
      action={
        <Button component={Link} to={paths.login.href()} size="lg" fullWidth>
          Sign in
        </Button>
      }
    >
      {children}
    </StatusCard>
  );
}

/** The link of a mail does not work; another one can be asked for. */
export function LinkRefused({ action, children }: { action: string; children: string }) {
  return (
    <StatusCard
      title="This link no longer works"
      action={
        <Button component={Link} to={paths.forgotPassword.href()} size="lg" fullWidth>
          {action}
        </Button>
      }
    >
      {children}
    </StatusCard>
  );
}
