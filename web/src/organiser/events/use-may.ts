import { holdsAll } from '../../identity/sessions/permissions.ts';
import { useSession } from '../../identity/sessions/use-session.ts';

export interface May {
  create: boolean;
  update: boolean;
  delete: boolean;
}

/** What the user may do with events and all that belongs to them; what they may not do is not shown. */
export function useMay(): May {
  const { permissions } = useSession();
  return {
    create: holdsAll(permissions, ['event:create']),
    update: holdsAll(permissions, ['event:update']),
    delete: holdsAll(permissions, ['event:delete']),
  };
}
