import { Button } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { removeSecondFactor } from '../authority.queries.ts';
import { useChange } from '../use-change.ts';
import { Row } from './row.tsx';

type Ways = components['schemas']['UserSignInWays'];

interface Props {
  user: components['schemas']['User'];
  ways: Ways;
  mayManage: boolean;
  isOwn: boolean;
}

/** For a user who has lost the phone and the recovery codes. */
export function SecondFactorRow({ user, ways, mayManage, isOwn }: Props) {
  const found = wordsOf(ways);
  const remove = useChange({
    call: () => removeSecondFactor(user.id),
    question: {
      title: 'Remove the second factor?',
      description: `${found.join(', ')}: removed, and ${isOwn ? 'all your devices are signed out, this one too' : 'all their devices are signed out'}. The password stays. ${isOwn ? 'You get' : 'They get'} a mail about it. Be sure that the right person asks.`,
    },
    done: 'The second factor is removed',
  });
  return (
    <Row name="Second factor" state={found.join(', ') || 'None'}>
      {mayManage && found.length > 0 ? (
        <Button variant="default" loading={remove.isPending} onClick={remove.run}>
          Remove
        </Button>
      ) : null}
    </Row>
  );
}

function wordsOf({ passkeys, authenticatorSince, recoveryCodesLeft }: Ways) {
  const codes = recoveryCodesLeft === 1 ? '1 recovery code' : `${recoveryCodesLeft} recovery codes`;
  return [
    ...(passkeys > 0 ? [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`] : []),
    ...(authenticatorSince ? ['authenticator app', codes] : []),
  ];
}
