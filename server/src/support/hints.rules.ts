/** What may keep somebody from watching although the rule lets them. */

export interface HintFacts {
  emailVerified: boolean;
  signIns: Array<{ isLive: boolean }>;
  devices: Array<{ sessionId: string; isLive: boolean; endedAt: string | null; reason: string | null }>;
  now: Date;
}

interface Hint {
  code: 'address-unconfirmed' | 'signed-out' | 'device-ended' | 'two-devices';
  detail: string;
}

/** A device that was stopped longer ago has been given up by its viewer. */
const recentMs = 60 * 60_000;

export function findHints({ emailVerified, signIns, devices, now }: HintFacts): Hint[] {
  const live = devices.filter(({ isLive }) => isLive);
  const isWatching = (sessionId: string) => live.some((device) => device.sessionId === sessionId);
  const wasStopped = devices.some(
    ({ sessionId, endedAt, reason }) =>
      endedAt !== null &&
      (reason === 'device-limit' || reason === 'stop' || reason === 'access' || reason === 'shared') &&
      now.getTime() - Date.parse(endedAt) < recentMs &&
      !isWatching(sessionId),
  );
  const hints: Array<Hint | false> = [
    !emailVerified && { code: 'address-unconfirmed', detail: 'Their e-mail address is not confirmed.' },
    !signIns.some(({ isLive }) => isLive) && { code: 'signed-out', detail: 'They are signed in nowhere.' },
    wasStopped && {
      code: 'device-ended',
      detail: 'A device was stopped within the last hour. It plays again when its viewer presses Reload.',
    },
    live.length >= 2 && {
      code: 'two-devices',
      detail: 'Two devices watch now. A third one stops the one that started first.',
    },
  ];
  return hints.filter((hint) => hint !== false);
}
