import { paths } from '../../paths.ts';
import { SignedOut } from './signed-out.tsx';

export default function AdminLogoutPage() {
  return <SignedOut loginHref={paths.adminLogin.href()} />;
}
