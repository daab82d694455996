import { Button } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { formatDate } from '../../../ui/time/time.ts';
import { resendInvitation, sendVerification, verifyEmail } from '../authority.queries.ts';
import { useChange } from '../use-change.ts';
import { Row } from './row.tsx';

interface Props {
  user: components['schemas']['User'];
  mayManage: boolean;
}

/** Whether the address is confirmed, and the ways to get there. */
export function AddressRow({ user, mayManage }: Props) {
  const { permissions } = useSession();
  const { id, email, emailVerified, invitedAt } = user;
  const invite = useChange({ call: () => resendInvitation(id), done: 'The invitation is on its way' });
  const mail = useChange({ call: () => sendVerification(id), done: 'The mail is on its way' });
  const verify = useChange({
    call: () => verifyEmail(id),
    question: {
      title: 'Confirm the address yourself?',
      description: `Anybody can register with any address. Continue only when you are sure that ${email} belongs to this person: they get what was granted to it.`,
    },
    done: 'The address is confirmed',
  });
  if (emailVerified) return <Row name="E-mail address" state={`${email}, confirmed`} />;
  const mayMail = holdsAll(permissions, ['event:update', 'identity.user:read']);
  const mayInvite = holdsAll(permissions, ['identity.user:create']);
  return (
    <Row
      name="E-mail address"
      state={invitedAt ? `${email}, invited on ${formatDate(invitedAt)}` : `${email}, not confirmed`}
    >
      {invitedAt && mayInvite ? (
        <Button variant="default" loading={invite.isPending} onClick={invite.run}>
          Invite again
        </Button>
      ) : null}
      {!invitedAt && mayMail ? (
        <Button variant="default" loading={mail.isPending} onClick={mail.run}>
          Send the link again
        </Button>
      ) : null}
      {mayManage ? (
        <Button variant="default" loading={verify.isPending} onClick={verify.run}>
          Confirm it myself
        </Button>
      ) : null}
    </Row>
  );
}
