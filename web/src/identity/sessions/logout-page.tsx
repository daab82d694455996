import { paths } from '../../paths.ts';
import { SignedOut } from './signed-out.tsx';

export default function LogoutPage() {
  return <SignedOut loginHref={paths.login.href()} />;
}
