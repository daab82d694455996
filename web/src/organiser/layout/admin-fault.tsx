import { useRouteError } from 'react-router';
import { PageFault } from '../../app/faults/page-fault.tsx';
import { paths } from '../../paths.ts';
import { AdminError, isAdminError } from '../start/admin-error.tsx';

/** The error boundary of the admin area: a missing page or permission has words of its own. */
export function AdminFault() {
  const error = useRouteError();
  return isAdminError(error) ? <AdminError error={error} /> : <PageFault homeHref={paths.admin.href()} />;
}
