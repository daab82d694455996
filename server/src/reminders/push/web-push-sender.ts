/**
 * Sends one message to the push service of a browser (RFC 8030), encrypted for the device (RFC 8291) and signed with the key
 * of this platform (RFC 8292). The only importer of the library, which makes the request; the call itself is ours, because
 * it goes to an address that a user has named: no redirect, no proxy, no answer that is read, and only public hosts.
 */
import { type Agent, request } from 'node:https';
import { pairName } from '@ringside/rules/bout-words';
import { createPublicAgent } from '../../http/public-address.ts';
import { type PushOutcome, pauseOf, sendLimitMs } from './push.rules.ts';
import type { PushSender } from './push-sender.ts';
import type { BrowserSubscription } from './subscription.repository.ts';
import { endpointFault } from './subscription-faults.ts';

export interface WebPushOptions {
  key: { publicKey: string; privateKey: string };
  /** The address of the operator, for the people of the push service. */
  contact: string;
  /** How the push service is reached. */
  agent?: Agent;
  limitMs?: number;
}

const mostAnswerBytes = 4_096;

export function createWebPushSender({
  key,
  contact,
  ...options
}: WebPushOptions): PushSender<BrowserSubscription> {
  const agent = options.agent ?? createPublicAgent();
  const { limitMs = sendLimitMs } = options;

  return {
    async send({ endpoint, p256dh, auth }, { eventName, eventSlug, startDate, usefulMs, bout }) {
      if (endpointFault(endpoint) !== undefined) return { result: 'gone' };
      // Imported only here: a server that reminds nobody does not load it.
      const { default: webPush } = await import('web-push');
      const { method, headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify({
          name: eventName,
          slug: eventSlug,
          startDate,
          ...(bout && {
            bout: {
              id: bout.id,
              name: pairName(bout.redName, bout.blueName),
              notice: bout.notice,
              startsAt: bout.startsAt,
            },
          }),
        }),
        {
          vapidDetails: { subject: `mailto:${contact}`, ...key },
          TTL: Math.max(0, Math.floor(usefulMs / 1_000)),
          urgency: 'high',
        },
      );
      return new Promise((resolve) => {
        const away = () => resolve({ result: 'away' });
        const signal = AbortSignal.timeout(limitMs);
        const call = request(endpoint, { method, headers, agent, signal }, (answer) => {
          const { statusCode = 0, headers: answered } = answer;
          let bytes = 0;
          // Whatever it says, a body without an end must not keep the connection.
          answer.on('error', away).on('data', (piece: Buffer) => {
            bytes += piece.length;
            if (bytes > mostAnswerBytes) answer.destroy();
          });
          resolve(outcomeOf(statusCode, answered['retry-after']));
        });
        // A service that changes the protocol (101) only closes: neither an answer nor an error comes.
        call.on('error', away).on('close', away).end(body);
      });
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}

function outcomeOf(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { result: 'taken' };
  if (status === 404 || status === 410) return { result: 'gone' };
  if (status !== 429 && status < 500) return { result: 'refused' };
  return { result: 'away', retryAfterMs: pauseOf(retryAfter) };
}
