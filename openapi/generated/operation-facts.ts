// Generated from openapi/openapi.yaml; do not edit.
export interface OperationFacts {
  stores: 'database' | 'files' | 'nothing';
  audited: 'nothing' | 'event' | 'block' | 'bout' | 'bell' | 'result' | 'fighter' | 'live-stream' | 'ingest' | 'film' | 'access' | 'image' | 'user' | 'user-access' | 'role' | 'playback-session' | 'settings' | 'mail' | 'order' | 'refund' | 'compensation' | 'price' | 'promotion-code';
  crossSite: 'refuse' | 'allow';
  shed: 'first' | 'last';
  limited: 'none' | 'sign-in' | 'factor-removal' | 'registration' | 'password-reset' | 'email-confirmation' | 'verification-mail' | 'email-change' | 'own-password' | 'provider-call' | 'purchase' | 'authenticator-code' | 'invitation' | 'user-mail' | 'receipt-mail' | 'order-revocation' | 'order-move' | 'test-mail' | 'recovery-codes' | 'step-up' | 'open-streams';
  unknownQuery: 'refuse' | 'allow';
  expiredToken: 'refresh' | 'ignore';
  stepUp: 'none' | 'conditional' | 'required' | 'second-factor';
  crossSiteReason?: string;
}

/** Per operation what it says itself, and for the rest the defaults of its method. */
export const operationFacts = {
  listEvents: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createEvent: {"stores":"database","audited":"event","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listAccesses: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createAccess: {"stores":"database","audited":"access","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  explainAccess: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  exportAccesses: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"required"},
  importAccesses: {"stores":"database","audited":"access","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getAccess: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteAccess: {"stores":"database","audited":"access","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  updateAccess: {"stores":"database","audited":"access","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getEvent: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteEvent: {"stores":"database","audited":"event","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  updateEvent: {"stores":"database","audited":"event","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  setBanner: {"stores":"database","audited":"event","crossSite":"refuse","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteBanner: {"stores":"database","audited":"event","crossSite":"refuse","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listBlocks: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createBlock: {"stores":"database","audited":"block","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getBlock: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createLiveStreamInBlock: {"stores":"database","audited":"live-stream","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteBlock: {"stores":"database","audited":"block","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  updateBlock: {"stores":"database","audited":"block","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteLiveStreamAlias: {"stores":"database","audited":"live-stream","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listLiveStreams: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createLiveStream: {"stores":"database","audited":"live-stream","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  setVenueDelay: {"stores":"database","audited":"live-stream","crossSite":"refuse","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getLiveStream: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteLiveStream: {"stores":"database","audited":"live-stream","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  updateLiveStream: {"stores":"database","audited":"live-stream","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listFilms: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createFilm: {"stores":"database","audited":"film","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteFilm: {"stores":"database","audited":"film","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  appendToFilm: {"stores":"files","audited":"film","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getIngest: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createIngest: {"stores":"database","audited":"ingest","crossSite":"refuse","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"required"},
  deleteIngest: {"stores":"database","audited":"ingest","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listCutPlaces: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  endBroadcast: {"stores":"database","audited":"ingest","crossSite":"refuse","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  keepEncoder: {"stores":"database","audited":"ingest","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  downloadRecording: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  replaceStreamKey: {"stores":"database","audited":"ingest","crossSite":"refuse","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"conditional"},
  trimReplay: {"stores":"database","audited":"ingest","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  restoreReplay: {"stores":"database","audited":"ingest","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listChapters: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  setChapter: {"stores":"database","audited":"ingest","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteChapter: {"stores":"database","audited":"ingest","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getBellBoard: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  streamBellBoard: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"last","limited":"open-streams","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getEstimateReview: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listBouts: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createBout: {"stores":"database","audited":"bout","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  importBouts: {"stores":"database","audited":"bout","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  orderBouts: {"stores":"database","audited":"event","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getBout: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteBout: {"stores":"database","audited":"bout","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  updateBout: {"stores":"database","audited":"bout","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  ringBell: {"stores":"database","audited":"bell","crossSite":"refuse","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  undoBell: {"stores":"database","audited":"bell","crossSite":"refuse","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  signResult: {"stores":"database","audited":"result","crossSite":"refuse","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  confirmResult: {"stores":"database","audited":"result","crossSite":"refuse","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getDesk: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  streamDesk: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"last","limited":"open-streams","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getResultBoard: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  setFeaturedStream: {"stores":"database","audited":"event","crossSite":"refuse","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteFeaturedStream: {"stores":"database","audited":"event","crossSite":"refuse","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  duplicateEvent: {"stores":"database","audited":"event","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getLiveStreamPreview: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listFighters: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createFighter: {"stores":"database","audited":"fighter","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  exportFighters: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getFighter: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteFighter: {"stores":"database","audited":"fighter","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  updateFighter: {"stores":"database","audited":"fighter","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  anonymiseFighter: {"stores":"database","audited":"fighter","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  mergeFighters: {"stores":"database","audited":"fighter","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listAuditEntries: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listPermissions: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listRoles: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createRole: {"stores":"database","audited":"role","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"required"},
  getRole: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteRole: {"stores":"database","audited":"role","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"required"},
  updateRole: {"stores":"database","audited":"role","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"required"},
  getEmailVerification: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  requestEmailVerification: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"verification-mail","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  verifyEmail: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"email-confirmation","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getInvitation: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"ignore","stepUp":"none"},
  acceptInvitation: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"ignore","stepUp":"none"},
  login: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"sign-in","unknownQuery":"refuse","expiredToken":"ignore","stepUp":"none"},
  logout: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"ignore","stepUp":"none"},
  requestPasswordReset: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"password-reset","unknownQuery":"refuse","expiredToken":"ignore","stepUp":"none"},
  resetPassword: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"ignore","stepUp":"none"},
  register: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"registration","unknownQuery":"refuse","expiredToken":"ignore","stepUp":"none"},
  requestSecondFactorRemoval: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"factor-removal","unknownQuery":"refuse","expiredToken":"ignore","stepUp":"none"},
  reportAccount: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"ignore","stepUp":"none"},
  loginWithPasskey: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"ignore","stepUp":"none"},
  createPasskeyLoginOptions: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"ignore","stepUp":"none"},
  listProviders: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  authenticateWithProvider: {"stores":"database","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none","crossSiteReason":"the operation reads and sets no cookies; it needs the `code`."},
  authorizeProvider: {"stores":"database","audited":"nothing","crossSite":"allow","shed":"first","limited":"provider-call","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none","crossSiteReason":"a cookie binds the attempt to the browser that started it."},
  handleProviderCallback: {"stores":"database","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"allow","expiredToken":"refresh","stepUp":"none","crossSiteReason":"the provider redirects the browser here, and the `state` is bound to that browser."},
  listLoginSessions: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  endLoginSession: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  stepUp: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"step-up","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createStepUpOptions: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  refreshToken: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"ignore","stepUp":"none"},
  getUserInfo: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  inviteUser: {"stores":"database","audited":"user","crossSite":"refuse","shed":"first","limited":"invitation","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"required"},
  getProfile: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteOwnAccount: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"second-factor"},
  updateProfile: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createAuthenticator: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"second-factor"},
  deleteAuthenticator: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"second-factor"},
  confirmAuthenticator: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"authenticator-code","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"second-factor"},
  changeOwnEmail: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"email-change","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"second-factor"},
  listPasskeys: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createPasskey: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"second-factor"},
  createPasskeyOptions: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"second-factor"},
  deletePasskey: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"second-factor"},
  updatePasskey: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  changeOwnPassword: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"own-password","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getPreferences: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  setPreferences: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  replaceRecoveryCodes: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"recovery-codes","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"second-factor"},
  getSecondFactor: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listConfiguredProviders: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listUsers: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createUser: {"stores":"database","audited":"user","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"required"},
  getUser: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteUser: {"stores":"database","audited":"user","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"required"},
  updateUser: {"stores":"database","audited":"user","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getUserAccess: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  updateUserAccess: {"stores":"database","audited":"user-access","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"required"},
  verifyUserEmail: {"stores":"database","audited":"user","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"required"},
  sendUserVerification: {"stores":"database","audited":"user","crossSite":"refuse","shed":"first","limited":"user-mail","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  resendInvitation: {"stores":"database","audited":"user","crossSite":"refuse","shed":"first","limited":"user-mail","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listUserLoginSessions: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  endUserLoginSessions: {"stores":"database","audited":"user","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"required"},
  updateUserPassword: {"stores":"database","audited":"user","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"required"},
  endUserPlaybackSession: {"stores":"database","audited":"playback-session","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteUserProviderIdentities: {"stores":"database","audited":"user","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"required"},
  deleteUserSecondFactor: {"stores":"database","audited":"user","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"second-factor"},
  allowUserSecondFactor: {"stores":"database","audited":"user","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"second-factor"},
  getUserSignInWays: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getCompetitionFacets: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listCompetitions: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getCompetition: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getCompetitionAccess: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listCompetitionBouts: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getCompetitionCalendar: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getLiveStreamSignedUrl: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  streamCompetition: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"last","limited":"open-streams","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getFighterProfile: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getCompetitionResults: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getFighterRecord: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  searchKickboxing: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  uploadImage: {"stores":"files","audited":"image","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getImage: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteImage: {"stores":"database","audited":"image","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  handleCloudflareWebhook: {"stores":"database","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none","crossSiteReason":"the video provider signs each call."},
  handleMuxWebhook: {"stores":"database","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none","crossSiteReason":"the video provider signs each call."},
  listPlaybackSessions: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createPlaybackSession: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  stopPlaybackSession: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  leavePlaybackSession: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  pingPlaybackSession: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createWatch: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"last","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listViewings: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteViewings: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listViewingsToContinue: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  restoreViewings: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteViewing: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  restoreViewing: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  updateViewingPosition: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listReminders: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listBoutReminders: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getReminder: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  setReminder: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteReminder: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  setBoutReminder: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteBoutReminder: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getReminderPush: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  setReminderPush: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  deleteReminderPush: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  setReminderAppPush: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getReminderSettings: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  setReminderSettings: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  stopReminderMails: {"stores":"database","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"ignore","stepUp":"none","crossSiteReason":"Mail programs call it. The token of the mail decides, and no cookie is read."},
  getSettings: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  updateSettings: {"stores":"database","audited":"settings","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  sendTestMail: {"stores":"database","audited":"mail","crossSite":"refuse","shed":"first","limited":"test-mail","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getSystemState: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getSite: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"ignore","stepUp":"none"},
  buyProduct: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"purchase","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getCheckout: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  claimCheckout: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  retryCompensation: {"stores":"database","audited":"compensation","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listOffers: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listOrders: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  exportOrders: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"required"},
  getOrder: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  moveOrder: {"stores":"database","audited":"order","crossSite":"refuse","shed":"first","limited":"order-move","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"required"},
  resendReceipt: {"stores":"database","audited":"order","crossSite":"refuse","shed":"first","limited":"receipt-mail","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  refundOrder: {"stores":"database","audited":"refund","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"conditional"},
  revokeOrder: {"stores":"database","audited":"order","crossSite":"refuse","shed":"first","limited":"order-revocation","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  restoreOrder: {"stores":"database","audited":"order","crossSite":"refuse","shed":"first","limited":"order-revocation","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listOutages: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getOutage: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createCompensation: {"stores":"database","audited":"compensation","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"conditional"},
  previewCompensation: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listAffectedPeople: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listPrices: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createPrice: {"stores":"database","audited":"price","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getPrice: {"stores":"database","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none","crossSiteReason":"the call stores nothing but the answer of the payment provider."},
  listPriceItems: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  updatePriceItems: {"stores":"database","audited":"event","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listPromotionCodes: {"stores":"database","audited":"nothing","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  createPromotionCode: {"stores":"database","audited":"promotion-code","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  updatePromotionCode: {"stores":"database","audited":"promotion-code","crossSite":"refuse","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  listPurchases: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  getSales: {"stores":"nothing","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none"},
  handleStripeWebhook: {"stores":"database","audited":"nothing","crossSite":"allow","shed":"first","limited":"none","unknownQuery":"refuse","expiredToken":"refresh","stepUp":"none","crossSiteReason":"the payment provider signs each call."},
} as const satisfies Record<string, OperationFacts>;

/** Per limit the operations that it counts. */
export interface LimitedOperations {
  'sign-in': 'login';
  'factor-removal': 'requestSecondFactorRemoval';
  'registration': 'register';
  'password-reset': 'requestPasswordReset';
  'email-confirmation': 'verifyEmail';
  'verification-mail': 'requestEmailVerification';
  'email-change': 'changeOwnEmail';
  'own-password': 'changeOwnPassword';
  'provider-call': 'authorizeProvider';
  'purchase': 'buyProduct';
  'authenticator-code': 'confirmAuthenticator';
  'invitation': 'inviteUser';
  'user-mail': 'sendUserVerification' | 'resendInvitation';
  'receipt-mail': 'resendReceipt';
  'order-revocation': 'revokeOrder' | 'restoreOrder';
  'order-move': 'moveOrder';
  'test-mail': 'sendTestMail';
  'recovery-codes': 'replaceRecoveryCodes';
  'step-up': 'stepUp';
  'open-streams': 'streamBellBoard' | 'streamDesk' | 'streamCompetition';
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
  setVenueDelay: 'live-stream';
  deleteLiveStream: 'live-stream';
  updateLiveStream: 'live-stream';
  createFilm: 'film';
  deleteFilm: 'film';
  appendToFilm: 'film';
  createIngest: 'ingest';
  deleteIngest: 'ingest';
  endBroadcast: 'ingest';
  keepEncoder: 'ingest';
  replaceStreamKey: 'ingest';
  trimReplay: 'ingest';
  restoreReplay: 'ingest';
  setChapter: 'ingest';
  deleteChapter: 'ingest';
  createBout: 'bout';
  importBouts: 'bout';
  orderBouts: 'event';
  deleteBout: 'bout';
  updateBout: 'bout';
  ringBell: 'bell';
  undoBell: 'bell';
  signResult: 'result';
  confirmResult: 'result';
  setFeaturedStream: 'event';
  deleteFeaturedStream: 'event';
  duplicateEvent: 'event';
  createFighter: 'fighter';
  deleteFighter: 'fighter';
  updateFighter: 'fighter';
  anonymiseFighter: 'fighter';
  mergeFighters: 'fighter';
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
  allowUserSecondFactor: 'user';
  uploadImage: 'image';
  deleteImage: 'image';
  updateSettings: 'settings';
  sendTestMail: 'mail';
  retryCompensation: 'compensation';
  moveOrder: 'order';
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
  'POST /api/v1/identity/auth/credentials/lost-second-factor',
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
  setVenueDelay: 4096,
  updateLiveStream: 5120,
  createFilm: 4096,
  appendToFilm: 4194304,
  trimReplay: 4096,
  setChapter: 4096,
  createBout: 9216,
  importBouts: 1047552,
  orderBouts: 870400,
  updateBout: 11264,
  ringBell: 4096,
  signResult: 16384,
  setFeaturedStream: 4096,
  duplicateEvent: 4096,
  createFighter: 7168,
  updateFighter: 7168,
  mergeFighters: 4096,
  createRole: 161792,
  updateRole: 159744,
  verifyEmail: 4096,
  acceptInvitation: 4096,
  login: 4096,
  requestPasswordReset: 4096,
  resetPassword: 4096,
  register: 14336,
  requestSecondFactorRemoval: 4096,
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
  setPreferences: 4096,
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
  moveOrder: 4096,
  refundOrder: 4096,
  createCompensation: 4096,
  createPrice: 4096,
  updatePriceItems: 98304,
  createPromotionCode: 82944,
  updatePromotionCode: 4096,
  handleStripeWebhook: 262144,
} as const;
