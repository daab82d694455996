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

interface RefusedProps {
  /** The words of the button, and where it leads. */
  action: string;
  to: string;
  children: string;
}

/** The link of a mail does not work, and what helps. */
export function LinkRefused({ action, to, children }: RefusedProps) {
  return (
    <StatusCard
      title="This link no longer works"
      action={
        <Button component={Link} to={to} size="lg" fullWidth>
          {action}
        </Button>
      }
    >
      {children}
    </StatusCard>
  );
}
