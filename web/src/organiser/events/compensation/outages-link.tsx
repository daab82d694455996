import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';

/** To the outages of an event, for users who may open them. */
export function OutagesLink({ eventId }: { eventId: string }) {
  const { permissions } = useSession();
  if (!holdsAll(permissions, ['event:read', 'order:read'])) return null;
  return (
    <Anchor component={Link} underline="always" to={adminPaths.eventOutages.href(eventId)}>
      Outages and compensation
    </Anchor>
  );
}
