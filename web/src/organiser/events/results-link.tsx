import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { adminPaths } from '../../admin-paths.ts';
import { holdsAll } from '../../identity/sessions/permissions.ts';
import { useSession } from '../../identity/sessions/use-session.ts';

/** To the page on which results are signed and confirmed. */
export function ResultsLink({ eventId, children = 'Results' }: { eventId: string; children?: string }) {
  const { permissions } = useSession();
  if (!holdsAll(permissions, ['event:result'])) return null;
  return (
    <Anchor component={Link} underline="always" to={adminPaths.results.href(eventId)}>
      {children}
    </Anchor>
  );
}
