import type { SignOutReason } from './session.ts';

/** Why the viewer was signed out without asking for it. */
export const signOutWords: Record<SignOutReason, { title: string; detail: string }> = {
  ended: {
    title: 'Your sign-in has ended.',
    detail: 'It has expired, or was ended on another device or by a new password. Sign in to go on.',
  },
  unreachable: {
    title: 'You were signed out, through no fault of yours.',
    detail: 'Our server could not renew your sign-in. Sign in again to go on where you were.',
  },
};
