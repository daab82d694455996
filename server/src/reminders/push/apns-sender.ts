/**
 * Sends messages to Apple's push service, by one HTTP/2 connection for all of them. A connection that stays silent, or
 * that the service ends, is left for a new one; its messages are tried again by the worker. A repeated message has the
 * same collapse id, so a device shows one.
 */
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { SignJWT } from 'jose';
import type { ApnsSettings } from '../../config-push.ts';
import { dataOf, replacedBy, titleOf, wordsOf } from './app-message.rules.ts';
import { createCredential } from './credential.ts';
import { type PushOutcome, pauseOf, sendLimitMs } from './push.rules.ts';
import type { Message, PushSender } from './push-sender.ts';
import type { AppSubscription } from './subscription.repository.ts';

interface Options {
  now: () => Date;
  limitMs?: number;
}

/** Apple refuses tokens of more than an hour, and a server that makes them more often than every 20 minutes. */
const tokenLastsMs = 45 * 60_000;
/** Networks forget silent connections. */
const idleMs = 60_000;
const mostAnswerBytes = 4_096;

export function createApnsSender(
  { key, keyId, teamId, topic, origin }: ApnsSettings,
  { now, limitMs = sendLimitMs }: Options,
): PushSender<AppSubscription> {
  let session: ClientHttp2Session | undefined;
  /** With those that only finish what is under way. */
  const open = new Set<ClientHttp2Session>();
  const credential = createCredential(
    async () => ({
      value: await new SignJWT({ iss: teamId, iat: Math.floor(now().getTime() / 1_000) })
        .setProtectedHeader({ alg: 'ES256', kid: keyId })
        .sign(key),
      lastsMs: tokenLastsMs,
    }),
    now,
  );

  function openSession(): ClientHttp2Session {
    if (session && !session.closed && !session.destroyed) return session;
    const opened = connect(origin);
    const leave = () => retire(opened);
    // Its messages hear of the error themselves.
    opened.on('error', leave).on('goaway', leave).setTimeout(idleMs, leave);
    opened.on('close', () => {
      leave();
      open.delete(opened);
    });
    open.add(opened);
    session = opened;
    return opened;
  }

  /** The next message takes another connection; those under way may finish on this one. */
  function retire(old: ClientHttp2Session) {
    if (session === old) session = undefined;
    if (old.closed || old.destroyed) return;
    old.close();
    setTimeout(() => old.destroy(), 2 * limitMs).unref();
  }

  function headersOf(message: Message, device: AppSubscription, token: string) {
    return {
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: `/3/device/${device.endpoint}`,
      authorization: `bearer ${token}`,
      'apns-id': message.id,
      'apns-topic': topic,
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-expiration': String(Math.floor((now().getTime() + message.usefulMs) / 1_000)),
      'apns-collapse-id': replacedBy(message),
    };
  }

  return {
    async send(device, message) {
      const alert = { title: titleOf(message), body: wordsOf(message) };
      const body = JSON.stringify({ aps: { alert, sound: 'default' }, ...dataOf(message) });
      const token = await credential.get();
      const used = openSession();
      let stream: ClientHttp2Stream;
      try {
        stream = used.request(headersOf(message, device, token));
      } catch {
        retire(used);
        return { result: 'away' };
      }
      stream.end(body);
      const answer = await answerOf(stream, limitMs);
      if (answer === 'silence') retire(used);
      const outcome: PushOutcome = typeof answer === 'string' ? { result: 'away' } : outcomeOf(answer);
      if (outcome.reason === 'ExpiredProviderToken') credential.forget(token);
      return outcome;
    },
    [Symbol.dispose]() {
      for (const one of open) one.destroy();
    },
  };
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
  reason: string | undefined;
}

function answerOf(stream: ClientHttp2Stream, limitMs: number): Promise<Answer | 'silence' | 'failure'> {
  return new Promise((resolve) => {
    let [status, retryAfter, text] = [0, undefined as string | undefined, ''];
    const finish = (otherwise: 'silence' | 'failure') => {
      clearTimeout(timer);
      resolve(status === 0 ? otherwise : { status, retryAfter, reason: reasonOf(text) });
      stream.close(constants.NGHTTP2_CANCEL);
    };
    const timer = setTimeout(finish, limitMs, 'silence');
    stream
      .setEncoding('utf8')
      .on('response', (headers) => {
        status = Number(headers[constants.HTTP2_HEADER_STATUS]);
        retryAfter = headers['retry-after'];
        if (status === 200) finish('failure');
      })
      .on('data', (piece: string) => {
        text += piece;
        if (text.length > mostAnswerBytes) finish('failure');
      })
      .on('end', () => finish('failure'))
      .on('error', () => finish('failure'))
      .on('close', () => finish('failure'));
  });
}

/** A word of Apple's list, and nothing else: the log must not have what an answer may contain. */
function reasonOf(text: string): string | undefined {
  try {
    const { reason } = Object(JSON.parse(text)) as { reason?: unknown };
    return typeof reason === 'string' && /^[A-Za-z]{1,64}$/.test(reason) ? reason : undefined;
  } catch {
    return undefined;
  }
}

/** The app was removed. A 410 counts only with these words: a wrong address must not remove the devices of everybody. */
const goneReasons = ['Unregistered', 'ExpiredToken'];
/**
 * A fault of this server's settings: the operator can end it before the event begins. A server that is set to the wrong
 * app or to the sandbox gets the first two for every device.
 */
const ownReasons = [
  'BadDeviceToken',
  'DeviceTokenNotForTopic',
  'BadTopic',
  'MissingTopic',
  'TopicDisallowed',
  'BadCertificateEnvironment',
];

function outcomeOf({ status, retryAfter, reason = '' }: Answer): PushOutcome {
  const named = reason === '' ? {} : { reason };
  if (status === 200) return { result: 'taken' };
  if (goneReasons.includes(reason)) return { result: 'gone', ...named };
  const isOurs = status === 403 || ownReasons.includes(reason);
  if (status !== 429 && status < 500 && !isOurs) return { result: 'refused', ...named };
  return { result: 'away', retryAfterMs: pauseOf(retryAfter), ...named };
}
