/** The message of a reminder on its way to a phone with Android (docs/product.md, 42.19 to 42.22). */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createFcmSender } from '../../src/reminders/push/fcm-sender.ts';
import { createPushSender, type PushSender } from '../../src/reminders/push/push-sender.ts';
import { json, refuse, startGoogleService, takeIt } from './google-service.ts';
import { hour, setUpPush } from './push-setup.ts';

const google = await startGoogleService();
afterAll(() => google[Symbol.asyncDispose]());
const { api, insertRemindedApp, isAppOn, logged, makeDue, messagesOf, queue, send } = await setUpPush({
  fcm: google.settings,
});

const senderTo = (changes: Partial<typeof google.settings> = {}, limitMs?: number): PushSender =>
  createPushSender({
    browsers: { send: async () => ({ result: 'refused' as const }), [Symbol.dispose]() {} },
    apps: {
      fcm: createFcmSender(
        { ...google.settings, ...changes },
        { now: api.clock.now, ...(limitMs === undefined ? {} : { limitMs }) },
      ),
    },
  });
const issue = json(200, { access_token: 'ya29.fresh', expires_in: 3_599 });
/** Each test begins with a server that has no access token. */
let sender = senderTo();
const sendOut = (changes = {}) => send({ sender, ...changes });

beforeEach(() => {
  google.answer(takeIt);
  google.answerTokens(issue);
  sender = senderTo();
});

async function insertWaiting(event = {}) {
  const reminded = await insertRemindedApp('fcm', event);
  api.clock.advance(4 * hour);
  await queue();
  return reminded;
}

const detail = (errorCode: string) => ({
  details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }],
});

describe('a reminder for Android', () => {
  it('says what begins and when, to this app alone, until it is of no more use (42.19)', async () => {
    const { eventId, device, token } = await insertWaiting({ name: 'Köln "Rumble"', timezone: 'Asia/Tokyo' });
    await sendOut();
    const [call, ...more] = google.sent(token);
    const { slug, startDate } = await api.db
      .selectFrom('events')
      .select(['slug', 'startDate'])
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow();
    const time = new Date(Date.parse(startDate) + 9 * hour).toISOString().slice(11, 16);
    expect([more, call?.path, call?.authorization, await messagesOf(device)]).toEqual([
      [],
      '/v1/projects/ringside/messages:send',
      'Bearer ya29.fresh',
      [],
    ]);
    const tag = `reminder-${eventId}`;
    expect(call?.message).toEqual({
      token,
      notification: { title: 'Köln "Rumble"', body: `Begins at ${time} GMT+9.` },
      data: { slug, startDate },
      android: {
        ttl: '3600s',
        priority: 'HIGH',
        collapse_key: tag,
        notification: { tag, channel_id: 'reminders' },
      },
    });
  });

  it('waits for no longer than the service allows (42.22)', async () => {
    const { eventId, token } = await insertWaiting();
    await api.db
      .updateTable('events')
      .set({ endDate: new Date(api.clock.now().getTime() + 60 * 24 * hour).toISOString() })
      .where('id', '=', eventId)
      .execute();
    api.clock.advance(2 * hour);
    await sendOut();
    expect(google.sent(token)[0]?.message).toMatchObject({ android: { ttl: `${28 * 24 * 3_600}s` } });
  });

  it('asks for one access token for many messages, and for another within the hour (42.20)', async () => {
    const before = google.exchanges();
    for (let count = 0; count < 8; count++) await insertRemindedApp('fcm');
    api.clock.advance(4 * hour);
    await queue();
    await sendOut();
    expect(google.exchanges() - before).toBe(1);
    api.clock.advance(56 * 60_000);
    await insertWaiting();
    await sendOut();
    expect(google.exchanges() - before).toBe(2);
  });
});

describe("Google's service", () => {
  it.each([
    [404, { status: 'NOT_FOUND', ...detail('UNREGISTERED') }],
    [400, { status: 'INVALID_ARGUMENT', details: [{ fieldViolations: [{ field: 'message.token' }] }] }],
  ])('that says %i %o ends the subscription (42.22)', async (status, error) => {
    const { device, token } = await insertWaiting();
    google.answer(refuse(status, error));
    await sendOut();
    expect([await isAppOn(device), await messagesOf(device)]).toEqual([false, []]);
    expect(logged().join()).not.toContain(token);
  });

  it.each([
    [429, { status: 'RESOURCE_EXHAUSTED', ...detail('QUOTA_EXCEEDED') }],
    [500, { status: 'INTERNAL' }],
    [503, { status: 'UNAVAILABLE' }],
    // Faults of the operator's settings.
    [401, { status: 'UNAUTHENTICATED' }],
    [403, { status: 'PERMISSION_DENIED' }],
    [403, { status: 'PERMISSION_DENIED', ...detail('SENDER_ID_MISMATCH') }],
    [404, { status: 'NOT_FOUND' }],
    [404, {}],
  ])('that says %i %o is asked again (42.22)', async (status, error) => {
    const { device, token } = await insertWaiting();
    google.answer(refuse(status, error));
    await sendOut();
    await sendOut();
    expect([google.sent(token).length, (await messagesOf(device)).length]).toEqual([1, 1]);
    await makeDue();
    google.answer(takeIt);
    await sendOut();
    expect([google.sent(token).length, await messagesOf(device), await isAppOn(device)]).toEqual([
      2,
      [],
      true,
    ]);
  });

  it('that takes the access token no longer gets another one (42.20)', async () => {
    await insertWaiting();
    const before = google.exchanges();
    google.answer(refuse(401, { status: 'UNAUTHENTICATED' }));
    await sendOut();
    google.answer(takeIt);
    await makeDue();
    await sendOut();
    expect(google.exchanges() - before).toBe(2);
  });

  it('that names a pause gets it, up to a quarter of an hour (42.22)', async () => {
    const { device } = await insertWaiting();
    google.answer(refuse(429, { status: 'RESOURCE_EXHAUSTED' }, { 'retry-after': '300' }));
    const before = Date.now();
    await sendOut();
    const [message] = await messagesOf(device);
    expect(Math.round((Date.parse(String(message?.dueAt)) - before) / 60_000)).toBe(5);
  });

  it.each([
    ['a 410 of a proxy', 410, '<html>Gone</html>'],
    ['a 400 without an error', 400, '{}'],
    [
      'a 400 for another field',
      400,
      JSON.stringify({ error: { status: 'INVALID_ARGUMENT', details: 'none' } }),
    ],
    ['details of another type', 400, '{"error":{"details":[null,7,{"fieldViolations":null}]}}'],
    ['an error of another type', 418, '{"error":"UNREGISTERED"}'],
  ])('that answers with %s keeps the device, and gets no second try (42.22)', async (_, status, body) => {
    const { device, token } = await insertWaiting();
    google.answer((response) => void response.writeHead(status).end(body));
    await sendOut();
    await makeDue();
    await sendOut();
    expect([google.sent(token).length, await isAppOn(device), await messagesOf(device)]).toEqual([
      1,
      true,
      [],
    ]);
  });

  it.each<[string, Parameters<typeof google.answer>[0]]>([
    ['never answers', () => {}],
    ['breaks off', (response) => void response.socket?.destroy()],
    [
      'leads elsewhere',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['never ends', (response) => void response.writeHead(500).write('x'.repeat(1_000))],
  ])('that %s is asked again, and holds up nobody (42.22)', async (_, how) => {
    const { device } = await insertWaiting();
    google.answer(how);
    await sendOut({ sender: senderTo({}, 500) });
    expect([(await messagesOf(device)).length, await isAppOn(device)]).toEqual([1, true]);
  });

  it.each<[string, Parameters<typeof google.answerTokens>[0]]>([
    ['refuses', json(400, { error: 'invalid_grant', error_description: 'a secret' })],
    ['says nothing useful', json(200, { token: 'a secret' })],
    ['gives a token with a line break', json(200, { access_token: 'a\r\nb', expires_in: 3_599 })],
    ['never answers', () => {}],
  ])('whose access tokens are away (%s) gets no message, and is asked again (42.22)', async (_, how) => {
    const { device, token } = await insertWaiting();
    google.answerTokens(how);
    const own = senderTo({}, 500);
    await sendOut({ sender: own });
    expect([google.sent(token), (await messagesOf(device)).length]).toEqual([[], 1]);
    expect(logged().join()).not.toContain('secret');
    google.answerTokens(issue);
    await makeDue();
    await sendOut({ sender: own });
    expect([google.sent(token).length, await messagesOf(device)]).toEqual([1, []]);
  });
});
