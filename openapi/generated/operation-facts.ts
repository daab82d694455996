// Generated from openapi/openapi.yaml; do not edit.
export interface OperationFacts {
  stores: 'database' | 'files' | 'nothing';
  audited: 'nothing' | 'event' | 'block' | 'live-stream' | 'ingest' | 'film' | 'access' | 'image' | 'user' | 'user-access' | 'role' | 'playback-session' | 'settings' | 'mail' | 'order' | 'refund' | 'compensation' | 'price' | 'promotion-code';
  crossSite: 'refuse' | 'allow';
  shed: 'first' | 'last';
  limited: 'none' | 'sign-in' | 'registration' | 'password-reset' | 'mail-token' | 'email-confirmation' | 'verification-mail' | 'email-change' | 'own-password' | 'provider-call' | 'provider-code' | 'purchase' | 'passkey-options' | 'passkey-login' | 'authenticator-code' | 'invitation' | 'user-mail' | 'receipt-mail' | 'test-mail' | 'recovery-codes' | 'step-up' | 'open-streams';
  unknownQuery: 'refuse' | 'allow';
  expiredToken: 'refresh' | 'ignore';
  stepUp: 'none' | 'required';
  crossSiteReason?: string;
}

/** Per limit the operations that it counts. */
export interface LimitedOperations {
  'sign-in': 'login';
  'registration': 'register';
  'password-reset': 'requestPasswordReset';
  'mail-token': 'acceptInvitation' | 'resetPassword' | 'reportAccount';
  'email-confirmation': 'verifyEmail';
  'verification-mail': 'requestEmailVerification';
  'email-change': 'changeOwnEmail';
  'own-password': 'changeOwnPassword';
  'provider-call': 'authorizeProvider' | 'handleProviderCallback';
  'provider-code': 'authenticateWithProvider';
  'purchase': 'buyProduct';
  'passkey-options': 'createPasskeyLoginOptions';
  'passkey-login': 'loginWithPasskey';
  'authenticator-code': 'confirmAuthenticator';
  'invitation': 'inviteUser';
  'user-mail': 'sendUserVerification' | 'resendInvitation';
  'receipt-mail': 'resendReceipt';
  'test-mail': 'sendTestMail';
  'recovery-codes': 'replaceRecoveryCodes';
  'step-up': 'stepUp';
  'open-streams': 'streamDesk' | 'streamCompetition';
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
  setBanner: 'event';
  deleteBanner: 'event';
  createBlock: 'block';
  createLiveStreamInBlock: 'live-stream';
  deleteBlock: 'block';
  updateBlock: 'block';
  deleteLiveStreamAlias: 'live-stream';
  createLiveStream: 'live-stream';
  deleteLiveStream: 'live-stream';
  updateLiveStream: 'live-stream';
  createFilm: 'film';
  deleteFilm: 'film';
  appendToFilm: 'film';
  createIngest: 'ingest';
  deleteIngest: 'ingest';
  endBroadcast: 'ingest';
  replaceStreamKey: 'ingest';
  trimReplay: 'ingest';
  restoreReplay: 'ingest';
  setFeaturedStream: 'event';
  deleteFeaturedStream: 'event';
  duplicateEvent: 'event';
  createRole: 'role';
  deleteRole: 'role';
  updateRole: 'role';
  inviteUser: 'user';
  createUser: 'user';
  deleteUser: 'user';
  updateUser: 'user';
  updateUserAccess: 'user-access';
  verifyUserEmail: 'user';
  sendUserVerification: 'user';
  resendInvitation: 'user';
  endUserLoginSessions: 'user';
  updateUserPassword: 'user';
  endUserPlaybackSession: 'playback-session';
  deleteUserProviderIdentities: 'user';
  deleteUserSecondFactor: 'user';
  uploadImage: 'image';
  deleteImage: 'image';
  updateSettings: 'settings';
  sendTestMail: 'mail';
  retryCompensation: 'compensation';
  resendReceipt: 'order';
  refundOrder: 'refund';
  revokeOrder: 'order';
  restoreOrder: 'order';
  createCompensation: 'compensation';
  createPrice: 'price';
  updatePriceItems: 'event';
  createPromotionCode: 'promotion-code';
  updatePromotionCode: 'promotion-code';
}

/** Calls that a client sends without refreshing an expired access token first. */
export const callsIgnoringExpiredToken: readonly string[] = [
  'GET /api/v1/identity/auth/credentials/invitation',
  'POST /api/v1/identity/auth/credentials/invitation/accept',
  'POST /api/v1/identity/auth/credentials/login',
  'GET /api/v1/identity/auth/credentials/logout',
  'POST /api/v1/identity/auth/credentials/password-reset',
  'POST /api/v1/identity/auth/credentials/password-reset/confirm',
  'POST /api/v1/identity/auth/credentials/register',
  'POST /api/v1/identity/auth/credentials/report',
  'POST /api/v1/identity/auth/passkeys/login',
  'POST /api/v1/identity/auth/passkeys/login/options',
  'POST /api/v1/identity/auth/token/refresh',
  'POST /api/v1/reminders/unsubscribe',
  'GET /api/v1/site',
];

/** Calls that answer with the tokens when they are sent with `includeTokens=true`. */
export const callsIncludingTokens: readonly string[] = [
  'POST /api/v1/identity/auth/credentials/login',
  'POST /api/v1/identity/auth/passkeys/login',
];

/** Per operation with a body the most bytes that it may have. */
export const bodyLimits = {
  createEvent: 134144,
  createAccess: 4096,
  importAccesses: 4194304,
  updateAccess: 4096,
  updateEvent: 134144,
  setBanner: 4096,
  createBlock: 13312,
  createLiveStreamInBlock: 5120,
  updateBlock: 13312,
  createLiveStream: 5120,
  updateLiveStream: 5120,
  createFilm: 4096,
  appendToFilm: 4194304,
  trimReplay: 4096,
  setFeaturedStream: 4096,
  duplicateEvent: 4096,
  createRole: 161792,
  updateRole: 159744,
  verifyEmail: 4096,
  acceptInvitation: 4096,
  login: 4096,
  requestPasswordReset: 4096,
  resetPassword: 4096,
  register: 10240,
  reportAccount: 4096,
  loginWithPasskey: 16384,
  stepUp: 16384,
  refreshToken: 4096,
  inviteUser: 321536,
  updateProfile: 7168,
  confirmAuthenticator: 4096,
  changeOwnEmail: 4096,
  createPasskey: 16384,
  updatePasskey: 4096,
  changeOwnPassword: 4096,
  createUser: 10240,
  updateUser: 7168,
  updateUserAccess: 313344,
  updateUserPassword: 4096,
  uploadImage: 10551296,
  handleCloudflareWebhook: 262144,
  handleMuxWebhook: 262144,
  updateViewingPosition: 4096,
  setReminderPush: 7168,
  setReminderAppPush: 7168,
  setReminderSettings: 4096,
  stopReminderMails: 4096,
  updateSettings: 147456,
  buyProduct: 26624,
  refundOrder: 4096,
  createCompensation: 4096,
  createPrice: 4096,
  updatePriceItems: 98304,
  createPromotionCode: 82944,
  updatePromotionCode: 4096,
  handleStripeWebhook: 262144,
} as const;
