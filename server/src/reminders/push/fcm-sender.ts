/**
 * Sends messages to Google's push service (FCM, HTTP v1). The service account signs for an access token, which serves all
 * messages of an hour. A repeated message has the same tag, so a device shows one.
 */
import { SignJWT } from 'jose';
import type { FcmSettings } from '../../config-push.ts';
import { dataOf, replacedBy, titleOf, wordsOf } from './app-message.rules.ts';
import { createCredential } from './credential.ts';
import { type PushOutcome, pauseOf, sendLimitMs } from './push.rules.ts';
import type { Message, PushSender } from './push-sender.ts';
import type { AppSubscription } from './subscription.repository.ts';

interface Options {
  now: () => Date;
  limitMs?: number;
}

const scope = 'https://www.googleapis.com/auth/firebase.messaging';
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** `mobile-shell/src/push.ts` makes the channel. */
const channel = 'reminders';
const hourMs = 3_600_000;
/** An access token is left so long before its end. */
const marginMs = 5 * 60_000;
const mostAnswerBytes = 16_384;
/** The service refuses a message that would wait for longer. */
const longestTtlMs = 28 * 24 * hourMs;
/** Such as the file of another project (`SENDER_ID_MISMATCH`). The operator can end them before the event begins. */
const faultsOfSettings: ReadonlySet<number> = new Set([401, 403, 404]);

export function createFcmSender(
  { key, keyId, projectId, clientEmail, tokenUri, origin }: FcmSettings,
  { now, limitMs = sendLimitMs }: Options,
): PushSender<AppSubscription> {
  const stopping = new AbortController();
  const url = `${origin}/v1/projects/${encodeURIComponent(projectId)}/messages:send`;
  const credential = createCredential(async () => {
    const issuedAt = Math.floor(now().getTime() / 1_000);
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) })
      .setIssuer(clientEmail)
      .setAudience(tokenUri)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + hourMs / 1_000)
      .sign(key);
    const { status, body } = await post(tokenUri, {
      body: new URLSearchParams({ grant_type: grantType, assertion }),
    });
    const { access_token: value, expires_in: seconds } = body as {
      access_token?: unknown;
      expires_in?: unknown;
    };
    if (status !== 200 || typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value))
      throw new Error('no access token');
    return { value, lastsMs: Math.max(0, Math.min(Number(seconds) * 1_000 || 0, hourMs) - marginMs) };
  }, now);

  async function post(to: string, init: Pick<RequestInit, 'headers' | 'body'>) {
    const signal = AbortSignal.any([AbortSignal.timeout(limitMs), stopping.signal]);
    const response = await fetch(to, { method: 'POST', redirect: 'error', signal, ...init });
    // The status counts: a message that was taken must not be sent again because the rest of the answer did not come.
    const body = parse(await readStart(response).catch(() => ''));
    return { status: response.status, headers: response.headers, body };
  }

  return {
    async send({ endpoint }, message) {
      let token: string;
      try {
        token = await credential.get();
      } catch {
        return { result: 'away', reason: 'no access token' };
      }
      try {
        const answer = await post(url, {
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ message: messageOf(endpoint, message) }),
        });
        if (answer.status === 401) credential.forget(token);
        return outcomeOf(answer.status, answer.headers.get('retry-after'), answer.body);
      } catch {
        return { result: 'away' };
      }
    },
    [Symbol.dispose]: () => stopping.abort(),
  };
}

function messageOf(token: string, message: Message) {
  const tag = replacedBy(message);
  return {
    token,
    notification: { title: titleOf(message), body: wordsOf(message) },
    data: dataOf(message),
    android: {
      ttl: `${Math.floor(Math.min(Math.max(0, message.usefulMs), longestTtlMs) / 1_000)}s`,
      priority: 'HIGH',
      collapse_key: tag,
      notification: { tag, channel_id: channel },
    },
  };
}

/** As much as is read of an answer; what is cut off is no JSON. */
async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > mostAnswerBytes) break;
  }
  return text;
}

function parse(text: string): object {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
}

interface Fault {
  status?: unknown;
  details?: Array<{ errorCode?: unknown; fieldViolations?: Array<{ field?: unknown }> } | null>;
}

function outcomeOf(status: number, retryAfter: string | null, body: object): PushOutcome {
  if (status === 200) return { result: 'taken' };
  const fault = Object((body as { error?: unknown }).error) as Fault;
  const details = Array.isArray(fault.details) ? fault.details : [];
  const reason = [...details.map((detail) => detail?.errorCode), fault.status].find(
    (word): word is string => typeof word === 'string' && /^[A-Z_]{1,64}$/.test(word),
  );
  const named = reason === undefined ? {} : { reason };
  if (isGone(status, reason, details)) return { result: 'gone', ...named };
  if (status !== 429 && status < 500 && !faultsOfSettings.has(status)) return { result: 'refused', ...named };
  return { result: 'away', retryAfterMs: pauseOf(retryAfter), ...named };
}

/** A 404 without this word is about the project: it must not remove the devices of everybody. */
function isGone(status: number, reason: string | undefined, details: NonNullable<Fault['details']>): boolean {
  if (reason === 'UNREGISTERED') return true;
  const violations = details.flatMap((detail) => detail?.fieldViolations ?? []);
  return status === 400 && violations.some(({ field }) => field === 'message.token');
}
