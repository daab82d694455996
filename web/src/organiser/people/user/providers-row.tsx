import { Button } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { formatDate } from '../../../ui/time/time.ts';
import { unlinkProviders } from '../authority.queries.ts';
import { useChange } from '../use-change.ts';
import { Row } from './row.tsx';

type Ways = components['schemas']['UserSignInWays'];

interface Props {
  user: components['schemas']['User'];
  ways: Ways;
  mayManage: boolean;
}

/** For a mailbox that was handed on: the next identity with its address gets the account. */
export function ProvidersRow({ user, ways, mayManage }: Props) {
  const unlink = useChange({
    call: () => unlinkProviders(user.id),
    question: {
      title: 'Unlink the sign-in providers?',
      description: `All devices are signed out. Then the account belongs to the person who signs in at a provider with ${user.email}. ${ways.hasPassword ? 'The password stays; set another one if it has to change hands too.' : 'It has no password.'}`,
    },
    done: 'The sign-in providers are unlinked',
  });
  const found = ways.providers.map(
    ({ name, issuer, lastUsedAt }) =>
      `${name ?? issuer}${lastUsedAt ? `, last used ${formatDate(lastUsedAt)}` : ''}`,
  );
  return (
    <Row name="Sign-in providers" state={found.join('; ') || 'None'}>
      {mayManage && found.length > 0 ? (
        <Button variant="default" loading={unlink.isPending} onClick={unlink.run}>
          Unlink
        </Button>
      ) : null}
    </Row>
  );
}
