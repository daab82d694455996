import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { adviceOf } from './advice.ts';
import { InviteForm } from './invite-form.tsx';
import { actionOf } from './mend-actions.ts';
import classes from './mends.module.css';
import type { Explanation, Mend } from './support.queries.ts';
import { useMend } from './use-mend.ts';

/** What to say, and one button for each thing that can be done at once. */
export function Mends({ explanation }: { explanation: Explanation }) {
  const { mends, user, email, event, block, window } = explanation;
  const hasMend = (code: Mend['code']) => mends.some((mend) => mend.code === code);
  const target = { event: event.id, block: block.id };
  return (
    <section className={classes.mends} aria-labelledby="support-mends">
      <h2 id="support-mends">What to do</h2>
      <p className={classes.advice}>{adviceOf(explanation)}</p>
      {mends.length > 0 ? (
        <div className={classes.actions}>
          {mends.map((mend, index) => (
            <MendButton
              key={`${mend.code}${mend.targetId}`}
              mend={mend}
              explanation={explanation}
              isFirst={index === 0 && mend.code !== 'end-playback-session'}
            />
          ))}
        </div>
      ) : null}
      <div className={classes.links}>
        {hasMend('grant-access') && user ? (
          <Link to={adminPaths.grantAccess.href({ ...target, user: user.id })}>Grant something else</Link>
        ) : null}
        {hasMend('extend-access') && window ? (
          <Link to={adminPaths.access.href(window.accessId)}>Choose other times</Link>
        ) : null}
        <Link to={adminPaths.accesses.href(user ? { userId: user.id } : { email })}>
          All accesses of this person
        </Link>
      </div>
    </section>
  );
}

interface ButtonProps {
  mend: Mend;
  explanation: Explanation;
  isFirst: boolean;
}

function MendButton({ mend, explanation, isFirst }: ButtonProps) {
  const { run, isPending } = useMend(explanation);
  const action = actionOf(mend, explanation);
  return (
    <Button
      size="md"
      variant={isFirst ? 'filled' : 'default'}
      loading={isPending}
      classNames={{ root: classes.button as string, label: classes.label as string }}
      onClick={() => (action ? void run(mend) : invite(explanation.email))}
    >
      {action?.label ?? 'Invite this address'}
    </Button>
  );
}

function invite(email: string) {
  openModal({ title: 'Invite this person', content: (close) => <InviteForm email={email} onDone={close} /> });
}
