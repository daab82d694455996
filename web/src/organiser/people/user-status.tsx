import type { components } from '@ringside/openapi/schema';
import { ToneBadge } from '../../ui/badges/tone-badge.tsx';

type User = components['schemas']['User'];

/** Whether the address of a user is confirmed, or an invitation still open. */
export function UserStatus({ user: { emailVerified, invitedAt } }: { user: User }) {
  if (invitedAt) return <ToneBadge tone="warning">Invited</ToneBadge>;
  return emailVerified ? (
    <ToneBadge tone="good">Confirmed</ToneBadge>
  ) : (
    <ToneBadge tone="warning">Not confirmed</ToneBadge>
  );
}
