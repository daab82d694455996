/**
 * The mails that tell an owner what happened to the account. As long as there is one, each has a link "This was not me".
 * They contain no user input: a device is named by our own words for browsers and platforms.
 */
import { composeMail, type Mail } from './layout.ts';

const hour = 3_600_000;
/** A notice is still useful after the mail server was down for days. */
const noticeMs = 72 * hour;

export type AccountChange =
  | { kind: 'new-device'; deviceName: string }
  | {
      kind:
        | 'password-changed'
        | 'passkey-added'
        | 'passkey-removed'
        | 'authenticator-added'
        | 'authenticator-removed'
        | 'recovery-codes-replaced'
        | 'second-factor-allowed'
        | 'second-factor-removed'
        | 'second-factor-removed-by-wait'
        | 'factor-removal-requested'
        | 'factor-removal-due';
    };

const words: Record<Exclude<AccountChange['kind'], 'new-device'>, [subject: string, what: string]> = {
  'password-changed': [
    'Your password has changed',
    'The password of your Ringside account has changed, and other devices have been signed out.',
  ],
  'passkey-added': [
    'A passkey was added to your account',
    'A passkey was added to your Ringside account. Whoever has it can sign in without your password.',
  ],
  'passkey-removed': [
    'A passkey was removed from your account',
    'A passkey was removed from your Ringside account. It no longer signs in.',
  ],
  'authenticator-added': [
    'Your account now asks for a code',
    'An authenticator app was set up for your Ringside account. Signing in with the password now needs a code of the app.',
  ],
  'authenticator-removed': [
    'Your account no longer asks for a code',
    'The authenticator app was removed from your Ringside account. Signing in with the password no longer needs a code.',
  ],
  'recovery-codes-replaced': [
    'You have new recovery codes',
    'New recovery codes were made for your Ringside account. The old ones no longer work.',
  ],
  'second-factor-removed': [
    'Your passkeys and authenticator app were removed',
    'An administrator has removed the passkeys and the authenticator app of your Ringside account, and has signed all your devices out.',
  ],
  'second-factor-allowed': [
    'You may set up a second factor',
    'An administrator has allowed your Ringside account to set up its first second factor within 24 hours: a passkey or an authenticator app, on the page "Sign-in and security".',
  ],
  'second-factor-removed-by-wait': [
    'Your passkeys and authenticator app were removed',
    'Three days after somebody with your password has said that they are lost, the passkeys and the authenticator app of your Ringside account were removed, and all your devices were signed out.',
  ],
  'factor-removal-requested': [
    'Your second factor will be removed in 72 hours',
    'Somebody with the password of your Ringside account says that its passkeys, its authenticator app and its recovery codes are lost. All of them will be removed in 72 hours. A sign-in with one of them stops that.',
  ],
  'factor-removal-due': [
    'Your second factor will be removed tomorrow',
    'Two days ago, somebody with the password of your Ringside account said that its passkeys, its authenticator app and its recovery codes are lost. All of them will be removed in 24 hours. A sign-in with one of them stops that.',
  ],
};

export function accountChangedMail(
  change: AccountChange,
  { origin, token, now }: { origin: string; token: string; now: Date },
): Mail {
  const [subject, what] =
    change.kind === 'new-device'
      ? [
          'A new device has signed in',
          `Somebody has signed in to your Ringside account: ${change.deviceName}.`,
        ]
      : words[change.kind];
  return composeMail({
    kind: change.kind,
    subject,
    paragraphs: [
      `${what} It happened on ${inWords(now)}.`,
      'If that was you, you need to do nothing.',
      'If it was not you, use the link below: it signs all devices out and sends you a link to choose a new password. It works once, for 7 days.',
    ],
    action: { label: 'This was not me', url: `${origin}/auth/not-me?token=${token}` },
    usefulMs: noticeMs,
  });
}

/** To the other administrators: somebody who reads the mail of one of them may be the thief. */
export function administratorFactorMail(
  { kind }: AccountChange,
  { userId, origin, now }: { userId: string; origin: string; now: Date },
): Mail {
  return composeMail({
    kind: 'administrator-factor',
    subject: 'The second factor of an administrator has changed',
    paragraphs: [
      `${factorWords[kind] ?? 'A second factor of an administrator has changed'}, on ${inWords(now)}. The page behind the link says whose it is.`,
      'Ask that person, not by mail. If it was not them, take the role away and end their sessions.',
    ],
    action: { label: 'See the administrator', url: `${origin}/admin/identity/users/${userId}` },
    usefulMs: noticeMs,
  });
}

const factorWords: { [Kind in AccountChange['kind']]?: string } = {
  'passkey-added': 'An administrator has added a passkey',
  'passkey-removed': 'An administrator has removed a passkey',
  'authenticator-added': 'An administrator has set up an authenticator app',
  'authenticator-removed': 'An administrator has removed the authenticator app',
  'recovery-codes-replaced': 'An administrator has made new recovery codes',
  'second-factor-allowed': 'An administrator may now set up a first second factor',
  'second-factor-removed': 'The passkeys and the authenticator app of an administrator were removed',
  'second-factor-removed-by-wait': 'The passkeys and the authenticator app of an administrator were removed',
};

/** To the address of an account that its owner has deleted. It has no link: there is no account that one could open. */
export function accountDeletedMail(now: Date): Mail {
  return composeMail({
    kind: 'account-deleted',
    subject: 'Your account is deleted',
    paragraphs: [
      `Your Ringside account with this address was deleted on ${inWords(now)}, on a device that was signed in to it.`,
      'Deleted with it: your name, address and phone number, your tickets and what they opened, your history, and every way to sign in. Nothing brings it back, and this mail asks you to press nothing.',
      'Kept, because the law asks for it: what you paid and what was refunded, with dates and the numbers of the payment provider, without your name and your address. Kept to prove who did what: the changes that administrators made. That this mail was sent is known for a week.',
      'If that was not you, somebody had your device and could prove to be you there. Contact the people who run this platform, and check who can read your mail.',
    ],
    usefulMs: noticeMs,
  });
}

/** In UTC, because the server does not know the owner's time zone. */
function inWords(instant: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(instant)} (UTC)`;
}
