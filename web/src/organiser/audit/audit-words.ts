/** The audit log in words. A new audited operation does not compile until it has its words here. */
import type { AuditedOperations } from '@ringside/openapi/operation-facts';

/** The operator's commands, which no operation names. */
type Command =
  | 'admin create-admin'
  | 'admin reset-second-factor'
  | 'admin allow-second-factor'
  | 'admin rotate-keys';

export const actionWords: Record<keyof AuditedOperations | Command, string> = {
  createEvent: 'Created an event',
  updateEvent: 'Changed an event',
  deleteEvent: 'Deleted an event',
  duplicateEvent: 'Duplicated an event',
  createBlock: 'Created a block',
  updateBlock: 'Changed a block',
  deleteBlock: 'Deleted a block',
  createFighter: 'Created a fighter',
  updateFighter: 'Changed a fighter',
  deleteFighter: 'Deleted a fighter',
  mergeFighters: 'Merged two fighters',
  anonymiseFighter: 'Took the name of a fighter away',
  createBout: 'Created a bout',
  updateBout: 'Changed a bout',
  deleteBout: 'Deleted a bout',
  orderBouts: 'Ordered the card',
  importBouts: 'Imported a card',
  ringBell: 'Rang the bell',
  undoBell: 'Took a bell back',
  signResult: 'Signed a result',
  confirmResult: 'Confirmed a result',
  createLiveStream: 'Created a live stream',
  createLiveStreamInBlock: 'Created a live stream in a block',
  updateLiveStream: 'Changed a live stream',
  deleteLiveStream: 'Deleted a live stream',
  deleteLiveStreamAlias: 'Deleted a live stream by its old address',
  createIngest: 'Set up live ingest',
  replaceStreamKey: 'Replaced a stream key',
  endBroadcast: 'Ended a broadcast',
  keepEncoder: 'Kept one of two encoders',
  deleteIngest: 'Removed live ingest',
  trimReplay: 'Trimmed a replay',
  restoreReplay: 'Restored a whole replay',
  setChapter: 'Set where a bout begins in a replay',
  deleteChapter: 'Removed where a bout begins in a replay',
  createFilm: 'Began to upload a film',
  appendToFilm: 'Uploaded a film',
  deleteFilm: 'Deleted a film',
  setBanner: 'Showed a banner to viewers',
  deleteBanner: 'Took the banner back',
  setVenueDelay: 'Set how much later pictures are stamped',
  setFeaturedStream: 'Chose what the live page shows first',
  deleteFeaturedStream: 'Left what the live page shows first to the order of the streams',
  createAccess: 'Granted an access',
  importAccesses: 'Imported an access',
  updateAccess: 'Changed an access',
  deleteAccess: 'Revoked an access',
  uploadImage: 'Uploaded a picture',
  deleteImage: 'Deleted a picture',
  createUser: 'Created a user',
  inviteUser: 'Invited a user',
  resendInvitation: 'Invited a user again',
  updateUser: 'Changed the details of a user',
  verifyUserEmail: 'Confirmed the address of a user',
  sendUserVerification: 'Sent a user the link to confirm',
  endUserLoginSessions: 'Signed a user out everywhere',
  endUserPlaybackSession: 'Stopped a device of a user',
  deleteUser: 'Deleted a user',
  updateUserAccess: 'Changed roles or permissions of a user',
  updateUserPassword: 'Set the password of a user',
  deleteUserProviderIdentities: 'Unlinked the sign-in providers of a user',
  deleteUserSecondFactor: 'Removed the second factor of a user',
  allowUserSecondFactor: 'Allowed a user to set up a second factor',
  createRole: 'Created a role',
  updateRole: 'Changed a role',
  deleteRole: 'Deleted a role',
  updateSettings: 'Changed the settings',
  sendTestMail: 'Sent a test mail',
  refundOrder: 'Refunded an order',
  revokeOrder: 'Revoked a free order',
  restoreOrder: 'Gave a revoked order back',
  createCompensation: 'Compensated for an outage',
  retryCompensation: 'Tried a compensation again',
  moveOrder: 'Moved an order to another address',
  resendReceipt: 'Sent a receipt again',
  createPrice: 'Created a price',
  updatePriceItems: 'Changed what a price sells',
  createPromotionCode: 'Created a promotion code',
  updatePromotionCode: 'Switched a promotion code',
  'admin create-admin': 'Created an administrator (command)',
  'admin reset-second-factor': 'Removed a second factor (command)',
  'admin allow-second-factor': 'Allowed a second factor (command)',
  'admin rotate-keys': 'Rotated the signing keys (command)',
};

export const entityWords: Record<AuditedOperations[keyof AuditedOperations] | 'signing-key', string> = {
  event: 'Event',
  block: 'Block',
  bout: 'Bout',
  bell: 'Bell',
  result: 'Result',
  fighter: 'Fighter',
  'live-stream': 'Live stream',
  ingest: 'Live ingest',
  film: 'Film',
  access: 'Access',
  image: 'Picture',
  user: 'User',
  'user-access': 'Roles of a user',
  role: 'Role',
  'playback-session': 'Device that watches',
  settings: 'Settings',
  mail: 'Mail',
  order: 'Order',
  refund: 'Refund',
  compensation: 'Compensation',
  price: 'Price',
  'promotion-code': 'Promotion code',
  'signing-key': 'Signing key',
};

const fieldWords = new Map([
  ['emailVerified', 'Address confirmed'],
  ['stripePriceId', 'Price'],
  ['pictureId', 'Picture'],
  ['roleCodes', 'Roles'],
  ['permissionCodes', 'Permissions'],
  ['isPaid', 'Paid'],
  ['paidAccesses', 'Paid accesses'],
  ['pendingPayments', 'Pending payments'],
  ['providerIdentities', 'Sign-in providers'],
  ['countryCode', 'Country'],
  ['merged', 'Merged with it'],
  ['isAnonymous', 'Without a name'],
  ['isCatchweight', 'Catchweight'],
  ['hasExtraRound', 'Extra round on a draw'],
  ['weight', 'Place in the order'],
  ['slug', 'Address of the page'],
  ['code', 'Code'],
  ['id', 'Id'],
  ['email', 'E-mail address'],
  ['phone', 'Phone number'],
  ['paymentRequired', 'Needs an access'],
  ['externalVideoId', 'Video'],
  ['authenticator', 'Authenticator app'],
]);

/** "Start date" for `startDate`; words of their own where the name alone does not say enough. */
export function wordsOfField(name: string) {
  const known = fieldWords.get(name);
  if (known) return known;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/ id$/, ' (id)');
}

/** An unknown action is shown as it stands in the log: entries outlive the operations that made them. */
export function wordsOfAction(action: string) {
  return Object.hasOwn(actionWords, action) ? actionWords[action as keyof typeof actionWords] : action;
}

export function wordsOfEntity(entityType: string) {
  return Object.hasOwn(entityWords, entityType)
    ? entityWords[entityType as keyof typeof entityWords]
    : wordsOfField(entityType);
}
