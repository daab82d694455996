import { useRouteError } from 'react-router';
import { AdminError, isAdminError } from '../../admin/admin-error.tsx';
import { paths } from '../../paths.ts';
import { PageFault } from '../page-fault.tsx';

/** The error boundary of the admin area: a missing page or permission has words of its own. */
export function AdminFault() {
  const error = useRouteError();
  return isAdminError(error) ? <AdminError error={error} /> : <PageFault homeHref={paths.admin.href()} />;
}
