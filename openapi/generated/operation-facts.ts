// Generated from openapi/openapi.yaml; do not edit.
export interface OperationFacts {
  stores: 'database' | 'files' | 'nothing';
  audited: 'nothing' | 'event' | 'block' | 'live-stream' | 'access' | 'image' | 'user' | 'user-access' | 'role';
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

/** Per operation the kind of thing that its entry in the audit log names. */
export interface AuditedOperations {
  createEvent: 'event';
  createAccess: 'access';
  importAccesses: 'access';
  deleteAccess: 'access';
  updateAccess: 'access';
  deleteEvent: 'event';
  updateEvent: 'event';
  createBlock: 'block';
  createLiveStreamInBlock: 'live-stream';
  deleteBlock: 'block';
  updateBlock: 'block';
  deleteLiveStreamAlias: 'live-stream';
  createLiveStream: 'live-stream';
  deleteLiveStream: 'live-stream';
  updateLiveStream: 'live-stream';
  createRole: 'role';
  deleteRole: 'role';
  updateRole: 'role';
  createUser: 'user';
  deleteUser: 'user';
  updateUserAccess: 'user-access';
  updateUserPassword: 'user';
  deleteUserProviderIdentities: 'user';
  uploadImage: 'image';
  deleteImage: 'image';
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
