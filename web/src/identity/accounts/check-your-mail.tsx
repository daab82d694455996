import { Anchor, Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import classes from '../form.module.css';

/** Shown when the registered address already has an account, which only its owner may learn. */
export function CheckYourMail({ email }: { email: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} role="status" tabIndex={-1} className={classes.form}>
      <p className={classes.message}>
        <strong>Check your mail.</strong> We have written to {email}. If you already have an account, sign in
        with its password.
      </p>
      <Button component={Link} to={paths.login.href()} size="lg" fullWidth>
        Sign in
      </Button>
      <Anchor component={Link} to={paths.forgotPassword.href()} underline="always">
        Forgot your password?
      </Anchor>
    </div>
  );
}
