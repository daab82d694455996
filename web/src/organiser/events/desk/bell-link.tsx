import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';

/** To the timekeeper's page, which also is the address to send to one. */
export function BellLink({ eventId }: { eventId: string }) {
  const { permissions } = useSession();
  if (!holdsAll(permissions, ['event:bell'])) return null;
  return (
    <Anchor component={Link} underline="always" to={adminPaths.bell.href(eventId)}>
      Ring the bell
    </Anchor>
  );
}
