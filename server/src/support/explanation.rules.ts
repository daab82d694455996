/**
 * Why a person can or cannot watch (docs/product.md, 13.5): the rule that decides, in a word and in a sentence, and what
 * can be done. `mayWatch` decides here too, so that the answer is never another one than the player gets. Pure: callers
 * pass the time.
 * A test compares each answer with the signed address that the viewer gets.
 */
import { type AccessWindow, mayWatch } from '../competitions/watching.rules.ts';

export type WatchRule = keyof typeof ruleWords;

const ruleWords = {
  'free-block': 'They may watch, because this block needs no access.',
  'access-open': 'They may watch, because an access to this block or to its event is open.',
  permission: 'They may watch, because they organise events.',
  'may-watch': 'They may watch.',
  'account-unknown': 'No account has this e-mail address. Ask which address they signed up with.',
  'event-draft': 'The event is a draft, so viewers cannot open it.',
  'access-waiting': 'They have an access, but it waits until they confirm their e-mail address.',
  'access-required': 'They have no access to this block.',
  'access-not-started': 'Their access has not started yet.',
  'access-ended': 'Their access has ended.',
  'stream-missing': 'They may watch, but the block has no live stream.',
  'stream-inactive': 'They may watch, but no live stream of the block is active.',
} as const;

export interface Situation<Window extends AccessWindow> {
  hasAccount: boolean;
  /** Whether viewers can open the event at all. */
  isVisible: boolean;
  paymentRequired: boolean;
  liveStreams: Array<{ status: 'active' | 'inactive' }>;
  /** The person's accesses to the block and to the whole event. */
  accesses: Window[];
  /** Those that wait for the person's address. */
  waiting: AccessWindow[];
  permissions: string[];
  /** Whether the caller may know what the person may do (docs/product.md, 11.9). */
  mayReadPermissions: boolean;
  now: Date;
}

export function decideRule<Window extends AccessWindow>(situation: Situation<Window>) {
  const { accesses, waiting, liveStreams, paymentRequired, permissions, now } = situation;
  const active = liveStreams.filter(({ status }) => status === 'active').length;
  const question = { streamIsActive: active > 0, paymentRequired, accesses, permissions, now };
  const answer = mayWatch(question);
  const isEntitled = mayWatch({ ...question, streamIsActive: true }).canWatch;
  // With the waiting ones as if they were the person's.
  const wouldBe = mayWatch({ ...question, streamIsActive: true, accesses: waiting }).canWatch;
  const rule = ((): WatchRule => {
    if (!situation.hasAccount) return 'account-unknown';
    if (!situation.isVisible) return 'event-draft';
    if (!isEntitled) return wouldBe ? 'access-waiting' : (answer.reason as WatchRule);
    if (active === 0) return liveStreams.length === 0 ? 'stream-missing' : 'stream-inactive';
    if (!paymentRequired) return 'free-block';
    if (mayWatch({ ...question, permissions: [] }).canWatch) return 'access-open';
    return situation.mayReadPermissions ? 'permission' : 'may-watch';
  })();
  return {
    rule,
    detail: ruleWords[rule],
    canWatch: answer.canWatch && situation.hasAccount && situation.isVisible,
    window: answer.window === null ? null : (accesses.find((access) => access === answer.window) ?? null),
  };
}

type MendCode = keyof typeof mendScopes;

/** What the caller must hold for the operation behind each. */
const mendScopes = {
  'grant-access': 'event:create',
  'extend-access': 'event:update',
  'end-playback-session': 'event:update',
  'resend-verification': 'event:update',
  'confirm-address': 'identity.user:access_update',
  'invite-user': 'identity.user:create',
  'resend-invitation': 'identity.user:create',
  'activate-stream': 'event:update',
  'publish-event': 'event:update',
} as const;

export interface Mend {
  code: MendCode;
  /** What it changes. */
  targetId: string | null;
  detail: string;
}

export interface MendFacts {
  rule: WatchRule;
  eventId: string;
  user: { id: string; emailVerified: boolean; invitedAt: string | null } | undefined;
  /** The access that counts. */
  accessId: string | undefined;
  liveDevices: Array<{ id: string; deviceName: string }>;
  inactiveStreams: Array<{ id: string; name: string }>;
}

/** The mends that fit, of those that a caller with these permissions may do. */
export function findMends(facts: MendFacts, permissions: string[]): Mend[] {
  const { rule, user, accessId } = facts;
  const lacksAccess = rule.startsWith('access-') && rule !== 'access-open';
  const mends: Array<Mend | false | undefined> = [
    rule === 'account-unknown' && { code: 'invite-user', targetId: null, detail: 'Invite this address.' },
    rule === 'event-draft' && {
      code: 'publish-event',
      targetId: facts.eventId,
      detail: 'Publish the event.',
    },
    ...(rule === 'stream-inactive' ? facts.inactiveStreams : []).map(
      ({ id, name }): Mend => ({ code: 'activate-stream', targetId: id, detail: `Activate "${name}".` }),
    ),
    // A later end of one that has ended is a grant.
    (rule === 'access-not-started' || (rule === 'access-ended' && permissions.includes('event:create'))) &&
      accessId !== undefined && {
        code: 'extend-access',
        targetId: accessId,
        detail: 'Change the window of their access.',
      },
    lacksAccess && user && { code: 'grant-access', targetId: user.id, detail: 'Grant a new access.' },
    user &&
      user.invitedAt !== null && {
        code: 'resend-invitation',
        targetId: user.id,
        detail: 'Send the invitation again.',
      },
    user &&
      !user.emailVerified &&
      user.invitedAt === null && {
        code: 'resend-verification',
        targetId: user.id,
        detail: 'Send the mail that confirms their address again.',
      },
    user &&
      !user.emailVerified && {
        code: 'confirm-address',
        targetId: user.id,
        detail: 'Confirm their address yourself, if you are sure who they are.',
      },
    ...facts.liveDevices.map(
      ({ id, deviceName }): Mend => ({
        code: 'end-playback-session',
        targetId: id,
        detail: `Stop watching on ${deviceName}.`,
      }),
    ),
  ];
  return mends.filter((mend) => !!mend).filter(({ code }) => permissions.includes(mendScopes[code]));
}
