import classes from '../../ui/account/account-page.module.css';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { AuthenticatorSection } from './authenticator-section.tsx';
import { DeleteAccountSection } from './delete-account-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SecondFactorNotice } from './second-factor-notice.tsx';

/** The account's ways to sign in, and the devices that are signed in. */
export default function SecurityPage() {
  return (
    <div className={classes.page}>
      <PageTitle>Sign-in and security</PageTitle>
      <h1 className={classes.title}>Sign-in and security</h1>
      <SecondFactorNotice />
      <PasskeysSection />
      <PasswordSection />
      <AuthenticatorSection />
      <DevicesSection />
      <DeleteAccountSection />
    </div>
  );
}
