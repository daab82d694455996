import { Button } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { allowSecondFactor, removeSecondFactor } from '../authority.queries.ts';
import { useChange } from '../use-change.ts';
import { Row } from './row.tsx';

type Ways = components['schemas']['UserSignInWays'];

interface Props {
  user: components['schemas']['User'];
  ways: Ways;
  mayManage: boolean;
  isOwn: boolean;
}

/** For a user who has lost the phone and the recovery codes, or needs somebody who allows the first factor. */
export function SecondFactorRow({ user, ways, mayManage, isOwn }: Props) {
  const found = wordsOf(ways);
  const remove = useChange({
    call: () => removeSecondFactor(user.id),
    question: {
      title: 'Remove the second factor?',
      description: `${found.join(', ')}: removed, and all their devices are signed out. The password stays. They get a mail about it, and may set up a new one within 24 hours. Be sure that the right person asks.`,
    },
    done: 'The second factor is removed',
  });
  const allow = useChange({
    call: () => allowSecondFactor(user.id),
    question: {
      title: `Allow ${user.name} a second factor?`,
      description:
        'For 24 hours, whoever signs in to this account may set one up. The user gets a mail about it. Be sure that the right person asks.',
    },
    done: 'A second factor may be set up for 24 hours',
  });
  // Nobody does it for themselves: a thief with the password would.
  if (isOwn) return <Row name="Second factor" state={found.join(', ') || 'None'} />;
  return (
    <Row name="Second factor" state={found.join(', ') || 'None'}>
      {mayManage && ways.needsAllowance ? (
        <Button variant="default" loading={allow.isPending} onClick={allow.run}>
          Allow a second factor
        </Button>
      ) : null}
      {mayManage && found.length > 0 ? (
        <Button variant="default" loading={remove.isPending} onClick={remove.run}>
          Remove
        </Button>
      ) : null}
    </Row>
  );
}

function wordsOf({ passkeys, authenticatorSince, recoveryCodesLeft, isFrozen }: Ways) {
  const codes = recoveryCodesLeft === 1 ? '1 recovery code' : `${recoveryCodesLeft} recovery codes`;
  return [
    ...(passkeys > 0 ? [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`] : []),
    ...(authenticatorSince ? ['authenticator app', codes] : []),
    ...(isFrozen ? ['frozen by a report'] : []),
  ];
}
