/** What can be done about it from here: the words of each button and its call. */
import { api } from '../../../api/client.ts';
import { formatDateTime, zoneName } from '../../../ui/time/time.ts';
import { createAccess, updateAccess } from '../accesses/accesses.queries.ts';
import { firstWindow } from '../choosing/access-window.ts';
import type { Explanation, Mend } from './support.queries.ts';

interface Action {
  /** What the button says: exactly what it does. */
  label: string;
  /** Asked before something that others notice, or that only the person at the phone can judge. */
  question?: { title: string; description: string };
  /** Said afterwards. */
  done: string;
  call: () => Promise<{ error?: unknown; response: Response }>;
}

/** undefined: it needs more than one click, and has a dialog or a page. */
export function actionOf(mend: Mend, explanation: Explanation): Action | undefined {
  const { user, event, block, rule, at } = explanation;
  const id = mend.targetId ?? '';
  const ofUser = { params: { path: { userId: user?.id ?? '' } } };
  const window = firstWindow(block, Date.parse(at));
  const until = window.endDate
    ? `${formatDateTime(window.endDate, event.timezone)} ${zoneName(window.endDate, event.timezone)}`
    : '';
  switch (mend.code) {
    case 'grant-access':
      return {
        label: `Grant “${block.name}” until ${until}`,
        ...(user?.emailVerified ? {} : { question: grantToUnconfirmed }),
        done: 'Access granted',
        call: () => createAccess({ eventId: event.id, blockId: block.id, userId: id, ...window }),
      };
    case 'extend-access':
      return rule === 'access-not-started'
        ? {
            label: 'Start the access now',
            done: 'The access has started',
            call: () => updateAccess(id, { startDate: window.startDate }),
          }
        : {
            label: `Extend the access until ${until}`,
            done: 'Access extended',
            call: () => updateAccess(id, { endDate: window.endDate }),
          };
    case 'end-playback-session':
      return {
        label: mend.detail.replace(/\.$/, ''),
        done: 'The device stops within seconds',
        call: () =>
          api.DELETE('/api/v1/identity/users/{userId}/playback-sessions/{sessionId}', {
            params: { path: { userId: user?.id ?? '', sessionId: id } },
          }),
      };
    case 'resend-verification':
      return {
        label: 'Send the confirmation mail again',
        done: 'Mail sent',
        call: () => api.POST('/api/v1/identity/users/{userId}/email-verification/mail', ofUser),
      };
    case 'resend-invitation':
      return {
        label: 'Send the invitation again',
        done: 'Invitation sent',
        call: () => api.POST('/api/v1/identity/users/{userId}/invitation', ofUser),
      };
    case 'confirm-address':
      return {
        label: 'Confirm the address yourself',
        question: {
          title: 'Confirm this address?',
          description: `The user of the account gets the accesses that wait for ${user?.email}. Continue only if you are sure that the caller owns this address.`,
        },
        done: 'Address confirmed',
        call: () => api.POST('/api/v1/identity/users/{userId}/email-verification', ofUser),
      };
    case 'activate-stream':
      return {
        label: mend.detail.replace(/\.$/, ''),
        question: {
          title: mend.detail.replace(/\.$/, '?'),
          description: 'All viewers of the block can watch it then.',
        },
        done: 'The stream is active',
        call: () =>
          api.PATCH('/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}', {
            params: { path: { eventId: event.id, blockId: block.id, liveStreamId: id } },
            body: { status: 'active' },
          }),
      };
    case 'publish-event':
      return {
        label: 'Publish the event',
        question: {
          title: `Publish ${event.name}?`,
          description: 'Everybody can see and open it then.',
        },
        done: 'The event is public',
        call: () =>
          api.PATCH('/api/v1/events/{eventId}', {
            params: { path: { eventId: event.id } },
            body: { status: 'public' },
          }),
      };
    case 'invite-user':
      return undefined;
  }
}

/** An access that is granted to an account counts at once (docs/product.md, 12.12). */
const grantToUnconfirmed = {
  title: 'Grant to an account that is not confirmed?',
  description:
    'Anybody could have signed up with this address. Continue only if you are sure that the account belongs to the caller.',
};
