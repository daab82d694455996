import type { Explanation } from './support.queries.ts';

/** What to say to the caller, beside the reason. */
export function adviceOf({ rule, email, event }: Explanation) {
  const signIn = `Ask them to sign in as ${email}, to open the page again and to press Play. Two devices can watch at a time.`;
  const advice: Record<Explanation['rule'], string> = {
    'free-block': signIn,
    'access-open': signIn,
    'may-watch': signIn,
    permission: `${signIn} They see more than viewers do, because they may see all events.`,
    'account-unknown':
      'Ask for the address on the receipt or in the mail of the ticket shop, and look for typing errors in it.',
    'event-draft': `Nobody can open ${event.name} before it is published.`,
    'access-waiting':
      'Ask them to look for the mail that confirms the address, also in the spam folder. The access counts from the click on.',
    'access-required': 'Ask when and with which address they bought it: it may belong to another account.',
    'access-not-started': 'Tell them when it starts, or start it now.',
    'access-ended': 'Tell them when it ended, or extend it.',
    'stream-missing': 'It is not their fault: the block has no camera yet. Tell the team at the ring.',
    'stream-inactive': 'It is not their fault: the camera is switched off. Tell the team at the ring.',
  };
  return advice[rule];
}
