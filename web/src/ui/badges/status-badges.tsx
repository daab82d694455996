/** Badges of the admin area; apart from `badges.tsx`, so that no viewer loads them. */
import { ToneBadge } from './tone-badge.tsx';

const eventStatus = {
  public: { words: 'Public', tone: 'good' },
  draft: { words: 'Draft', tone: 'plain' },
  hidden: { words: 'Hidden', tone: 'plain' },
} as const;

export function EventStatusBadge({ status }: { status: keyof typeof eventStatus }) {
  const { words, tone } = eventStatus[status];
  return <ToneBadge tone={tone}>{words}</ToneBadge>;
}

/** Whether viewers can watch a stream. No red: that is for what is live. */
export function StreamStatusBadge({ status }: { status: 'active' | 'inactive' }) {
  return status === 'active' ? (
    <ToneBadge tone="good">Active</ToneBadge>
  ) : (
    <ToneBadge tone="plain">Inactive</ToneBadge>
  );
}
