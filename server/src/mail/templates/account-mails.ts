/**
 * The mails about an account. None of them contains user input, not even names: anyone can make the platform send a
 * mail to a stranger, and must not be able to choose its words.
 */
import { addresses } from './addresses.ts';
import { composeMail, type Mail } from './layout.ts';

const minute = 60_000;
const hour = 60 * minute;
/** A notice is still useful after the mail server was down for days. */
const noticeMs = 72 * hour;

interface Link {
  /** Of the web client, without a trailing slash. */
  origin: string;
  token: string;
}

export function verifyEmailMail({ origin, token }: Link): Mail {
  return composeMail({
    kind: 'verify-email',
    subject: 'Confirm your e-mail address',
    paragraphs: [
      'Somebody has created a Ringside account with this address. If that was you, confirm that the address is yours.',
      'The page asks for the password of the account, unless you are signed in to it. The link works once, for 48 hours.',
      `If it was not you, do nothing: nobody can confirm the address without this mail. If you want the account for yourself, choose a new password: ${addresses.forgotPassword(origin)} That signs out whoever created it, and confirms the address as yours.`,
    ],
    action: { label: 'Confirm this address', url: addresses.verifyEmail(origin, token) },
    usefulMs: 48 * hour,
  });
}

export function confirmNewEmailMail({ origin, token }: Link): Mail {
  return composeMail({
    kind: 'change-email',
    subject: 'Confirm your new e-mail address',
    paragraphs: [
      'Somebody has asked to use this address for their Ringside account. If that was you, confirm that it is yours; from then on, sign in with it.',
      'The page asks for the password of the account, unless you are signed in to it. The link works once, for 48 hours.',
      'If it was not you, do nothing: the account keeps its old address.',
    ],
    action: { label: 'Confirm this address', url: addresses.verifyEmail(origin, token) },
    usefulMs: 48 * hour,
  });
}

export function resetPasswordMail({ origin, token }: Link): Mail {
  return composeMail({
    kind: 'reset-password',
    subject: 'Choose a new password',
    paragraphs: [
      'Somebody has asked for a new password for your Ringside account. If that was you, choose one now.',
      'The link works once, for 30 minutes. A new password signs all your devices out.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', url: addresses.resetPassword(origin, token) },
    usefulMs: 30 * minute,
  });
}

export function invitationMail({ origin, token }: Link): Mail {
  return composeMail({
    kind: 'invitation',
    subject: 'You are invited to Ringside',
    paragraphs: [
      'Somebody who runs this platform has made a Ringside account for this address. Choose a password to use it.',
      'The link works once, for 7 days. It also confirms that the address is yours.',
      'If you do not know why you get this mail, do nothing: without a password nobody can sign in to the account.',
    ],
    action: { label: 'Choose a password', url: addresses.acceptInvitation(origin, token) },
    usefulMs: 7 * 24 * hour,
  });
}

export function testMail(origin: string): Mail {
  return composeMail({
    kind: 'test',
    subject: 'A test mail from Ringside',
    paragraphs: [
      'You asked Ringside to send you a test mail. It has arrived, so mail works.',
      'Look whether it went to the folder for spam: then the mails to your viewers may go there too.',
    ],
    action: { label: 'Go to the settings', url: `${origin}/admin/settings` },
    usefulMs: hour,
  });
}

export function accountExistsMail(origin: string): Mail {
  return composeMail({
    kind: 'account-exists',
    subject: 'You already have an account',
    paragraphs: [
      'Somebody has tried to create a Ringside account with this address. You already have one, and nothing has changed.',
      `If that was you, sign in. If you no longer know the password, choose a new one: ${addresses.forgotPassword(origin)}`,
      'If it was not you, do nothing.',
    ],
    action: { label: 'Sign in', url: addresses.login(origin) },
    usefulMs: noticeMs,
  });
}

export function emailInUseMail(origin: string): Mail {
  return composeMail({
    kind: 'email-in-use',
    subject: 'This address already has an account',
    paragraphs: [
      'Somebody has asked to use this address for another Ringside account. It is the address of your account, and nothing has changed.',
      `If that was you, sign in to the account that has this address. If you no longer know its password, choose a new one: ${addresses.forgotPassword(origin)}`,
      'If it was not you, do nothing.',
    ],
    action: { label: 'Sign in', url: addresses.login(origin) },
    usefulMs: noticeMs,
  });
}

export function emailChangeRequestedMail(origin: string): Mail {
  return composeMail({
    kind: 'email-change-requested',
    subject: 'Your e-mail address is about to change',
    paragraphs: [
      'Somebody who knows your password has asked to change the e-mail address of your Ringside account. It changes when the new address is confirmed.',
      'If that was you, you need to do nothing here. If it was not you, choose a new password now: that stops the change and signs all devices out.',
    ],
    action: { label: 'Choose a new password', url: addresses.forgotPassword(origin) },
    usefulMs: noticeMs,
  });
}

export function emailChangedMail(origin: string): Mail {
  return composeMail({
    kind: 'email-changed',
    subject: 'Your e-mail address has changed',
    paragraphs: [
      'Your Ringside account now has another e-mail address. You can no longer sign in with this one.',
      'If that was not you, contact the people who run this platform at once.',
    ],
    action: { label: 'Go to Ringside', url: addresses.login(origin) },
    usefulMs: noticeMs,
  });
}
