import { Button } from '@mantine/core';
import { FormProblem } from '../ui/form/form-problem.tsx';
import { formatDateTime } from '../ui/time/time.ts';
import classes from './form.module.css';
import { useRequestRemoval } from './identity.queries.ts';

/** For an owner who has lost every factor. @param credentials checked by the server; the wait begins at the press. */
export function LostFactor({ email, password }: { email: string; password: string }) {
  const request = useRequestRemoval();
  if (request.data) return <Waits dueAt={request.data.dueAt} />;
  return (
    <>
      {request.isError ? <FormProblem key={request.submittedAt} error={request.error} labels={{}} /> : null}
      <p className={classes.message}>
        Lost your passkeys, your app and your recovery codes? They can be removed in 72 hours. You get two
        mails, whose link stops it.
      </p>
      <Button
        variant="default"
        fullWidth
        disabled={password === ''}
        loading={request.isPending}
        onClick={() => request.mutate({ body: { email, password } })}
      >
        I have lost them all
      </Button>
    </>
  );
}

function Waits({ dueAt }: { dueAt: string }) {
  return (
    <p className={classes.message} role="status">
      Your passkeys and your app are removed on {formatDateTime(dueAt)}. Then your password alone signs you
      in. Signing in with one of them before stops it.
    </p>
  );
}
