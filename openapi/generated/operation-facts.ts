// Generated from openapi/openapi.yaml; do not edit.
export interface OperationFacts {
  stores: 'database' | 'files' | 'nothing';
  crossSite: 'refuse' | 'allow';
  shed: 'first' | 'last';
  limited: 'none' | 'sign-in' | 'registration' | 'password-reset' | 'mail-token' | 'verification-mail' | 'email-change' | 'own-password' | 'provider-call' | 'provider-code' | 'purchase';
  unknownQuery: 'refuse' | 'allow';
  expiredToken: 'refresh' | 'ignore';
  crossSiteReason?: string;
}

/** Per limit the operations that it counts. */
export interface LimitedOperations {
  'sign-in': 'login';
  'registration': 'register';
  'password-reset': 'requestPasswordReset';
  'mail-token': 'verifyEmail' | 'resetPassword';
  'verification-mail': 'requestEmailVerification';
  'email-change': 'changeOwnEmail';
  'own-password': 'changeOwnPassword';
  'provider-call': 'authorizeProvider' | 'handleProviderCallback';
  'provider-code': 'authenticateWithProvider';
  'purchase': 'buyProduct';
}

/** Calls that a client sends without refreshing an expired access token first. */
export const callsIgnoringExpiredToken: readonly string[] = [
  'POST /api/v1/identity/auth/credentials/email-verification/confirm',
  'POST /api/v1/identity/auth/credentials/login',
  'GET /api/v1/identity/auth/credentials/logout',
  'POST /api/v1/identity/auth/credentials/password-reset',
  'POST /api/v1/identity/auth/credentials/password-reset/confirm',
  'POST /api/v1/identity/auth/credentials/register',
  'POST /api/v1/identity/auth/token/refresh',
];
