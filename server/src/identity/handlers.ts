/** The handlers of this area. */
import { gather, type Needs } from '../contract/gather.ts';
import { credentialHandlers } from './accounts/credentials.handlers.ts';
import { deleteAccountHandlers } from './accounts/delete-account.handlers.ts';
import { emailHandlers } from './accounts/email.handlers.ts';
import { invitationHandlers } from './accounts/invitation.handlers.ts';
import { passwordHandlers } from './accounts/password.handlers.ts';
import { profileHandlers } from './accounts/profile.handlers.ts';
import { reportHandlers } from './accounts/report.handlers.ts';
import { inviteHandlers } from './authority/invite.handlers.ts';
import { manageUserHandlers } from './authority/manage-user.handlers.ts';
import { roleHandlers } from './authority/roles.handlers.ts';
import { signInWaysHandlers } from './authority/sign-in-ways.handlers.ts';
import { userAccessHandlers } from './authority/user-access.handlers.ts';
import { userFactorHandlers } from './authority/user-factor.handlers.ts';
import { userHandlers } from './authority/users.handlers.ts';
import { passkeyHandlers } from './passkeys/passkey.handlers.ts';
import { passkeyLoginHandlers } from './passkeys/passkey-login.handlers.ts';
import { configuredProviderHandlers } from './providers/configured-providers.handlers.ts';
import { providerHandlers } from './providers/providers.handlers.ts';
import { requireStepUp } from './require-step-up.ts';
import { checkCode } from './second-factor/check-code.ts';
import { removalHandlers } from './second-factor/removal.handlers.ts';
import { secondFactorHandlers } from './second-factor/second-factor.handlers.ts';
import { stepUpHandlers } from './second-factor/step-up.handlers.ts';
import { loginSessionHandlers } from './sessions/login-session.handlers.ts';
import { tokenHandlers } from './sessions/tokens.handlers.ts';

const gathered = gather(
  credentialHandlers,
  deleteAccountHandlers,
  emailHandlers,
  invitationHandlers,
  passwordHandlers,
  profileHandlers,
  reportHandlers,
  inviteHandlers,
  manageUserHandlers,
  roleHandlers,
  signInWaysHandlers,
  userAccessHandlers,
  userFactorHandlers,
  userHandlers,
  passkeyHandlers,
  passkeyLoginHandlers,
  configuredProviderHandlers,
  providerHandlers,
  removalHandlers,
  secondFactorHandlers,
  stepUpHandlers,
  loginSessionHandlers,
  tokenHandlers,
);

export function identityHandlers(
  platform: Needs<typeof gathered, 'issuers' | 'checkCode' | 'requireStepUp'>,
) {
  const { db, now, providers } = platform;
  return gathered({
    ...platform,
    issuers: providers.map(({ settings: { code, name, issuer, identityIssuer = issuer } }) => ({
      code,
      name,
      issuer: identityIssuer,
    })),
    checkCode: (proof) => checkCode(db, proof),
    requireStepUp: (user) => requireStepUp(user, now()),
  });
}
