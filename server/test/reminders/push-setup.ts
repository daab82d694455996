/** A server, a push service and viewers with devices, for the tests of the messages. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { noApps } from '../../src/config-apps.ts';
import type { AppPushConfig } from '../../src/config-push.ts';
import { createPushSender } from '../../src/reminders/push/push-sender.ts';
import { type PushWorkerOptions, sendDue } from '../../src/reminders/push/push-worker.ts';
import { createWebPushSender } from '../../src/reminders/push/web-push-sender.ts';
import { remindDue } from '../../src/reminders/reminder-worker.ts';
import { insertEvent, insertUser } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';
import { createDevice, startPushService, type TestDevice } from './push-service.ts';

export const hour = 3_600_000;

/**
 * Registers its own clean-up: call it at the top level of a test file.
 * @param push the services by which the server reaches apps.
 */
export async function setUpPush(push: AppPushConfig = {}) {
  const api = await startApi({ apps: { ...noApps, push } });
  const service = await startPushService();
  afterAll(() => service[Symbol.asyncDispose]());
  const inMs = (ms: number) => new Date(api.clock.now().getTime() + ms).toISOString();
  const createSender = (limitMs?: number) =>
    createPushSender({
      apps: {},
      browsers: createWebPushSender({
        key: api.keys.pushKey,
        contact: 'desk@ringside.test',
        agent: service.agent,
        ...(limitMs === undefined ? {} : { limitMs }),
      }),
    });
  const sender = createSender();
  const lines: string[] = [];
  const note = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }));
  const log = { info: note, warn: note } as never;

  beforeEach(async () => {
    api.clock.stop();
    lines.length = 0;
    service.answer((response) => response.writeHead(201).end());
    await api.db.deleteFrom('pushMessages').execute();
    await api.db.deleteFrom('reminders').execute();
  });
  afterEach(() => api.clock.reset());

  const partsOf = (changes: Partial<PushWorkerOptions> = {}): PushWorkerOptions => ({
    db: api.db,
    now: api.clock.now,
    sender,
    log,
    ...changes,
  });
  const queue = (changes = {}) =>
    remindDue({
      db: api.db,
      now: api.clock.now,
      secret: api.keys.mediaKey,
      publicUrl: 'https://ringside.test',
      log,
      wakeOutbox() {},
      wakePush() {},
      ...changes,
    });

  async function addBrowser(device: Device): Promise<TestDevice> {
    const browser = createDevice();
    const { status } = await device.request('PUT /api/v1/reminders/push', { body: browser.subscription });
    expect(status).toBe(204);
    return browser;
  }

  /** A viewer with one device, who is to be reminded of an event that begins in five hours. */
  async function insertReminded(event: Parameters<typeof insertEvent>[1] = {}, user = {}) {
    const eventId = await insertEvent(api.db, {
      status: 'public',
      startDate: inMs(5 * hour),
      endDate: inMs(9 * hour),
      slug: `e-${randomUUID()}`,
      ...event,
    });
    const userId = await insertUser(api.db, user);
    const device = await api.signInAs({ userId });
    const browser = await addBrowser(device);
    expect((await device.request(`PUT /api/v1/reminders/competitions/${eventId}`)).status).toBe(204);
    return { eventId, userId, device, browser };
  }

  /** The viewer's device is an app: its token takes the place of the browser. */
  async function insertRemindedApp(appService: 'apns' | 'fcm', event = {}) {
    const reminded = await insertReminded(event);
    const token =
      appService === 'apns' ? randomBytes(32).toString('hex') : `app-${randomUUID()}:${randomUUID()}`;
    const body = { service: appService, token };
    expect((await reminded.device.request('PUT /api/v1/reminders/push/app', { body })).status).toBe(204);
    return { ...reminded, token };
  }

  return {
    api,
    service,
    inMs,
    createSender,
    partsOf,
    queue,
    addBrowser,
    insertReminded,
    insertRemindedApp,
    isAppOn: async (device: Device) =>
      (await device.request('GET /api/v1/reminders/push')).body.token !== null,
    logged: () => lines,
    send: (changes = {}) => sendDue(partsOf(changes)),

    /** The reminder is due, and its message waits. */
    async insertWaiting(...given: Parameters<typeof insertReminded>) {
      const reminded = await insertReminded(...given);
      api.clock.advance(4 * hour);
      await queue();
      return reminded;
    },

    change: (eventId: string, values: object) =>
      api.db.updateTable('events').set(values).where('id', '=', eventId).execute(),
    answerWith: (status: number, headers = {}) =>
      service.answer((response) => response.writeHead(status, headers).end()),
    messagesOf: ({ sessionId }: Device) =>
      api.db.selectFrom('pushMessages').selectAll().where('sessionId', '=', sessionId).execute(),
    isSubscribed: async (device: Device) =>
      (await device.request('GET /api/v1/reminders/push')).body.endpoint !== null,
    /** The pauses of all messages are over. */
    makeDue: () =>
      api.db
        .updateTable('pushMessages')
        .set({ dueAt: new Date(0).toISOString() })
        .execute(),
  };
}
