/** No mail and no message for a device depends on a result, or on how long a fight took that is over: the same night three times. */
import { randomUUID } from 'node:crypto';
import type { BellKind } from '@ringside/rules/bell';
import { expect, it } from 'vitest';
import { noticeDue } from '../../src/reminders/bouts/bout-notice-worker.ts';
import {
  insertAccess,
  insertBlock,
  insertBout,
  insertEvent,
  insertFighter,
  insertUser,
} from '../factories.ts';
import { mailsTo } from '../mailbox.ts';
import { setUpPush } from './push-setup.ts';

const { addBrowser, api, inMs, queue, send, service } = await setUpPush();
const minute = 60_000;
const note = 'A left hook to 4711.';

type Tap = [minute: number, bout: number, kind: BellKind, round?: number];
type Outcome = { winner: 'red' | 'blue'; method: 'ko' | 'decision-split'; taps: Tap[] };

/** The second fight, and when the first one was over, are the same each time. */
const afterFirst: Tap[] = [
  [22, 0, 'over'],
  [28, 1, 'walkout'],
  [30, 1, 'round-start', 1],
  [34, 1, 'round-start', 2],
  [38, 1, 'round-start', 3],
  [42, 1, 'over'],
  [50, 2, 'walkout'],
];

/** @returns all that is sent to somebody who wants every message. */
async function playNight({ winner, method, taps }: Outcome): Promise<unknown[]> {
  await api.db.updateTable('events').set({ status: 'draft' }).execute();
  await api.db.deleteFrom('results').execute();
  const slug = `night-${randomUUID()}`;
  const dates = { startDate: inMs(5 * 60 * minute), endDate: inMs(9 * 60 * minute) };
  const eventId = await insertEvent(api.db, { status: 'public', slug, name: 'Rumble', ...dates });
  const blockId = await insertBlock(api.db, { eventId, paymentRequired: true, ...dates });
  const bouts: { id: string; redFighterId: string; blueFighterId: string }[] = [];
  for (const number of [1, 2, 3, 4]) {
    const redFighterId = await insertFighter(api.db, { name: `Red ${number}` });
    const blueFighterId = await insertFighter(api.db, { name: `Blue ${number}` });
    const id = await insertBout(api.db, { blockId, redFighterId, blueFighterId });
    bouts.push({ id, redFighterId, blueFighterId });
  }
  const email = `${randomUUID()}@example.test`;
  const userId = await insertUser(api.db, { email, emailVerifiedAt: inMs(0) });
  await insertAccess(api.db, { eventId, userId });
  const viewer = await api.signInAs({ userId });
  const browser = await addBrowser(viewer);
  await api.db.insertInto('reminderSettings').values({ userId, mails: true, boutMails: true }).execute();
  const asked = ['', `/bouts/${bouts[1]?.id}`, `/bouts/${bouts[2]?.id}`];
  for (const path of asked)
    expect((await viewer.request(`PUT /api/v1/reminders/competitions/${slug}${path}`)).status).toBe(204);
  const parts = {
    db: api.db,
    now: api.clock.now,
    secret: api.keys.mediaKey,
    publicUrl: 'https://ringside.test',
    log: { info() {}, warn: (fields: object) => expect.fail(JSON.stringify(fields)) } as never,
    wakeOutbox() {},
    wakePush() {},
  };
  const sendAll = async () => {
    await queue();
    await noticeDue(parts);
    await send();
  };
  api.clock.advance(4 * 60 * minute);
  await sendAll();
  api.clock.advance(60 * minute);
  let passed = 0;
  for (const [at, bout, kind, round = null] of [...taps, ...afterFirst]) {
    api.clock.advance((at - passed) * minute);
    passed = at;
    const rungAt = inMs(0);
    const boutId = bouts[bout]?.id as string;
    const bell = { id: randomUUID(), boutId, kind, round, at: rungAt, rungAt, userId: null, undoneAt: null };
    await api.db.insertInto('bells').values(bell).execute();
    if (kind === 'over') {
      const { id: _, ...corners } = bouts[bout] as (typeof bouts)[number];
      const result = { boutId, version: 1, ...corners, winner, method, round: method === 'ko' ? 1 : null };
      await api.db
        .insertInto('results')
        .values({ ...result, note, signedAt: rungAt, officialAt: rungAt })
        .execute();
    }
    api.clock.advance(11_000);
    passed += 11 / 60;
    await sendAll();
  }
  await api.db
    .updateTable('bouts')
    .set({ status: 'cancelled', statusReason: 'Injury', changedAt: inMs(0) })
    .where('id', '=', bouts[2]?.id as string)
    .execute();
  api.clock.advance(2 * minute);
  await sendAll();
  // Ids, tokens and addresses are new each time, and so is the day.
  const steady = (text: string) =>
    [slug, eventId, ...bouts.map(({ id }) => id), email]
      .reduce((left, own) => left.replaceAll(own, '*'), text)
      .replaceAll(/[\w-]{40,}/g, '*');
  const mails = (await mailsTo(api, email)).map(({ kind, subject, text, html }) => [
    kind,
    subject,
    text,
    html,
  ]);
  const messages = service.sent(browser).map(({ body }) => browser.read(body));
  return [...mails, ...messages].map((each) => steady(JSON.stringify(each)));
}

it('all messages of a night are the same, whoever has won, and however long the first fight took', async () => {
  const startedAt = inMs(0);
  const outcomes: Outcome[] = [
    {
      winner: 'red',
      method: 'ko',
      taps: [
        [2, 0, 'walkout'],
        [4, 0, 'round-start', 1],
      ],
    },
    {
      winner: 'blue',
      method: 'ko',
      taps: [
        [2, 0, 'walkout'],
        [4, 0, 'round-start', 1],
      ],
    },
    {
      winner: 'blue',
      method: 'decision-split',
      taps: [
        [2, 0, 'walkout'],
        [8, 0, 'round-start', 1],
        [12, 0, 'round-start', 2],
        [16, 0, 'round-end', 2],
      ],
    },
  ];
  const nights: unknown[][] = [];
  for (const outcome of outcomes) {
    api.clock.advance(Date.parse(startedAt) - api.clock.now().getTime());
    nights.push(await playNight(outcome));
  }
  const [first = []] = nights;
  expect(first.length).toBeGreaterThan(6);
  expect(JSON.stringify(first)).not.toContain('4711');
  for (const night of nights) expect(night).toEqual(first);
});
