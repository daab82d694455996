import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hoursFromNow, insertAccess, insertBlock, insertUser, insertWatchable } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';

const api = await startApi();
const scopes = ['event:read', 'event:create', 'event:update', 'event:delete', 'identity.user:read'];
const helper = await api.signInAs({ scopes: [...scopes, 'identity.user:access_read'] });
const explain = async (query: Record<string, string>, as: Device = helper) => {
  const answer = await as.request(`GET /api/v1/events/access/explanation?${new URLSearchParams(query)}`);
  return answer;
};
const about = async (query: Record<string, string>) => (await explain(query)).body;
const verified = { emailVerifiedAt: hoursFromNow(-1) };

/** A paid block that is live now, and a viewer without an access. */
async function newEvening() {
  const { eventId, blockId, liveStreamId, signedUrlPath } = await insertWatchable(api.db, {
    block: { paymentRequired: true },
  });
  const viewer = await api.signInAs({ userId: await insertUser(api.db, { ...verified, name: 'Robin' }) });
  const query = { eventId, blockId, userId: viewer.userId };
  return { eventId, blockId, liveStreamId, signedUrlPath, viewer, query };
}

type Evening = Awaited<ReturnType<typeof newEvening>>;

describe('explainAccess', () => {
  /** How each situation comes about. The answer must be the one that the video gives. */
  const situations: Record<string, (evening: Evening) => Promise<unknown>> = {
    'access-required': async () => {},
    'access-open': ({ eventId, viewer }) => insertAccess(api.db, { eventId, userId: viewer.userId }),
    'access-ended': ({ eventId, viewer }) =>
      insertAccess(api.db, {
        eventId,
        userId: viewer.userId,
        startDate: hoursFromNow(-3),
        endDate: hoursFromNow(-2),
      }),
    'access-not-started': ({ eventId, blockId, viewer }) =>
      insertAccess(api.db, { eventId, blockId, userId: viewer.userId, startDate: hoursFromNow(1) }),
    'free-block': ({ blockId }) =>
      api.db.updateTable('blocks').set({ paymentRequired: false }).where('id', '=', blockId).execute(),
    'stream-inactive': async ({ eventId, blockId, viewer }) => {
      await insertAccess(api.db, { eventId, userId: viewer.userId });
      await api.db
        .updateTable('liveStreams')
        .set({ status: 'inactive' })
        .where('blockId', '=', blockId)
        .execute();
    },
    permission: ({ viewer }) =>
      api.db
        .insertInto('userPermissions')
        .values({ userId: viewer.userId, permissionCode: 'event:read' })
        .execute(),
    'event-draft': async ({ eventId, viewer }) => {
      await insertAccess(api.db, { eventId, userId: viewer.userId });
      await api.db.updateTable('events').set({ status: 'draft' }).where('id', '=', eventId).execute();
    },
    'access-waiting': async ({ eventId, viewer }) => {
      const email = `${viewer.userId}@example.test`;
      await api.db
        .updateTable('users')
        .set({ emailVerifiedAt: null })
        .where('id', '=', viewer.userId)
        .execute();
      await api.db
        .insertInto('accesses')
        .values({ eventId, email, startDate: hoursFromNow(-1), userId: null, blockId: null, endDate: null })
        .execute();
    },
  };

  it.each(Object.entries(situations))('says %s when the video says the same', async (rule, prepare) => {
    const evening = await newEvening();
    await prepare(evening);
    const body = await about(evening.query);
    const video = await evening.viewer.request(`GET ${evening.signedUrlPath}`);
    expect(body.rule).toBe(rule);
    expect(body.canWatch).toBe(video.status === 200);
    expect(body.detail.length).toBeGreaterThan(10);
    const refusals: Record<string, string> = {
      'access-waiting': 'access-required',
      'event-draft': 'not-found',
    };
    if (video.status !== 200) expect(video.body.type).toBe(`/problems/${refusals[rule] ?? rule}`);
  });

  it('names no permission to a caller who may not read what people may do', async () => {
    const evening = await newEvening();
    await situations.permission?.(evening);
    const body = (await explain(evening.query, await api.signInAs({ scopes }))).body;
    expect([body.rule, body.canWatch]).toEqual(['may-watch', true]);
    expect(JSON.stringify(body)).not.toMatch(/organise|event:read|permission/);
  });

  it('says stream-missing for a block without a live stream', async () => {
    const { eventId, viewer } = await newEvening();
    const blockId = await insertBlock(api.db, { eventId, paymentRequired: false });
    expect((await about({ eventId, blockId, userId: viewer.userId })).rule).toBe('stream-missing');
  });

  it('does not count the access to another block', async () => {
    const { eventId, query, viewer } = await newEvening();
    const other = await insertBlock(api.db, { eventId });
    await insertAccess(api.db, { eventId, blockId: other, userId: viewer.userId });
    expect((await about(query)).rule).toBe('access-required');
  });

  it('explains an address without an account, with what waits for it', async () => {
    const { eventId, blockId } = await newEvening();
    const email = `nobody-${randomUUID()}@example.test`;
    await api.db
      .insertInto('accesses')
      .values({ eventId, blockId, email, startDate: hoursFromNow(-1), userId: null, endDate: null })
      .execute();
    const body = await about({ eventId, blockId, email: email.toUpperCase() });
    expect(body).toMatchObject({ user: null, email, canWatch: false, rule: 'account-unknown', window: null });
    expect(body.timeline).toContainEqual(expect.objectContaining({ kind: 'access', state: 'waiting' }));
  });

  it('finds an account by its address', async () => {
    const { query, viewer } = await newEvening();
    const { userId: _userId, ...block } = query;
    const body = await about({ ...block, email: `${viewer.userId}@example.test` });
    expect(body.user.id).toBe(viewer.userId);
  });

  it('tells in one timeline what happened, the newest first', async () => {
    const { eventId, blockId, viewer, query, signedUrlPath } = await newEvening();
    const granted = await helper.request('POST /api/v1/events/access', {
      body: { eventId, blockId, userId: viewer.userId, startDate: hoursFromNow(-1) },
    });
    await viewer.request(`GET ${signedUrlPath}`);
    await helper.request(`PATCH /api/v1/events/access/${granted.body.id}`, {
      body: { endDate: hoursFromNow(2) },
    });
    const other = await helper.request('POST /api/v1/events/access', {
      body: { eventId, userId: viewer.userId, startDate: hoursFromNow(-2) },
    });
    await helper.request(`DELETE /api/v1/events/access/${other.body.id}`);
    await api.request('POST /api/v1/identity/auth/credentials/password-reset', {
      body: { email: `${viewer.userId}@example.test` },
    });
    const { timeline, hasMore, window, canWatch } = await about(query);
    expect([canWatch, window.accessId, hasMore]).toEqual([true, granted.body.id, false]);
    const told = timeline.map(({ kind, detail, state }: Record<string, string>) =>
      [kind, detail, state].join(' | '),
    );
    expect(told.toSorted()).toEqual(
      [
        'access | Access to "Main card" | current',
        'access-change | Access changed | done',
        'access-change | Access granted | done',
        'access-change | Access granted | done',
        'access-change | Access revoked | done',
        'block | The block "Main card" | current',
        'mail | Mail: choose a new password | queued',
        'playback-session | Watched "Main card" of "Test Night" | live',
        'sign-in | Signed in | live',
      ].toSorted(),
    );
    const times = timeline.map(({ at }: { at: string }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    const change = timeline.find(({ detail }: { detail: string }) => detail === 'Access revoked');
    expect(change.actorName).toBe('Test User');
    expect(JSON.stringify(timeline)).not.toMatch(/token|http/);
  });

  describe('orders in the timeline', () => {
    const insertOrder = async (order: {
      email: string;
      userId: string | null;
      status?: 'paid' | 'disputed';
    }) => {
      const orderId = randomUUID();
      const paymentIntent = `pi_${orderId}`;
      const createdAt = hoursFromNow(-2);
      await api.db
        .insertInto('orders')
        .values({
          id: orderId,
          priceId: 'price_1',
          amount: 1_499,
          currency: 'eur',
          paidAt: hoursFromNow(-1),
          createdAt,
          status: 'paid',
          paymentIntent,
          checkout: '{}',
          isOpen: false,
          ...order,
        })
        .execute();
      const names = { eventName: 'Gala', eventSlug: 'gala', blockName: 'Card', blockSlug: 'card' };
      const item = { orderId, eventId: randomUUID(), blockId: randomUUID(), ...names };
      await api.db.insertInto('orderItems').values(item).execute();
      await api.db.insertInto('payments').values({ paymentIntent, orderId }).execute();
      const fact = { paymentIntent, createdAt, asOf: 0, rank: 1 };
      const refund = { ...fact, id: `re_${orderId}`, requestId: null, amount: 499, state: 'succeeded' };
      await api.db.insertInto('refunds').values(refund).execute();
      const dispute = { ...fact, id: `dp_${orderId}`, amount: 1_000, state: 'needs_response' };
      await api.db.insertInto('disputes').values(dispute).execute();
      return orderId;
    };
    const told = (body: { timeline: Array<Record<string, string>> }) =>
      body.timeline
        .filter(({ kind }) => /order|refund|dispute/.test(String(kind)))
        .map(({ kind, state, detail, orderId }) => [kind, state, detail, orderId])
        .toSorted();

    it('shows orders, refunds and disputes, with amounts and the order to those who may read orders', async () => {
      const { viewer, query } = await newEvening();
      const email = `${viewer.userId}@example.test`;
      const id = await insertOrder({ email, userId: viewer.userId, status: 'disputed' });
      const seller = await api.signInAs({ scopes: [...scopes, 'order:read'] });
      expect(told((await explain(query, seller)).body)).toEqual([
        ['dispute', 'open', 'The bank disputes the payment for "Gala: Card", EUR 10.00', id],
        ['order', 'disputed', 'Order of "Gala: Card", EUR 14.99', id],
        ['refund', 'succeeded', 'Refund for "Gala: Card", EUR 4.99', id],
      ]);
      const { body } = await explain(query);
      expect(told(body)).toEqual([
        ['dispute', 'open', 'The bank disputes the payment for "Gala: Card"', null],
        ['order', 'disputed', 'Order of "Gala: Card"', null],
        ['refund', 'succeeded', 'Refund for "Gala: Card"', null],
      ]);
      expect(JSON.stringify(body.timeline)).not.toContain(id);
    });

    it('shows what waits for an address, and nothing of the account that had the address before', async () => {
      const { eventId, blockId, viewer } = await newEvening();
      const address = `${randomUUID()}@example.test`;
      await insertOrder({ email: address, userId: viewer.userId });
      expect(told(await about({ eventId, blockId, email: address }))).toEqual([]);
      await insertOrder({ email: address, userId: null });
      expect(told(await about({ eventId, blockId, email: address })).map(([kind]) => kind)).toEqual([
        'dispute',
        'order',
        'refund',
      ]);
    });
  });

  it('has at most 100 entries, and says that there are more', async () => {
    const { eventId, query, viewer } = await newEvening();
    const startDate = (index: number) => new Date(Date.now() - index * 60_000).toISOString();
    await api.db
      .insertInto('accesses')
      .values(
        Array.from({ length: 150 }, (_, index) => ({
          eventId,
          blockId: null,
          userId: viewer.userId,
          startDate: startDate(index),
          endDate: hoursFromNow(9),
        })),
      )
      .execute();
    const { timeline, hasMore } = await about(query);
    expect([timeline.length, hasMore]).toEqual([100, true]);
  });

  it('says which devices watch, why one was stopped, and offers to stop one', async () => {
    const { eventId, query, viewer, signedUrlPath } = await newEvening();
    await insertAccess(api.db, { eventId, userId: viewer.userId });
    const devices = [
      viewer,
      await api.signInAs({ userId: viewer.userId }),
      await api.signInAs({ userId: viewer.userId }),
    ];
    for (const device of devices) {
      api.clock.advance(1_000);
      await device.request(`GET ${signedUrlPath}`);
    }
    const body = await about(query);
    expect(body.hints.map(({ code }: { code: string }) => code)).toEqual(['device-ended', 'two-devices']);
    const played = body.timeline.filter(({ kind }: { kind: string }) => kind === 'playback-session');
    expect(played.map(({ state, reason }: Record<string, string>) => [state, reason])).toEqual([
      ['live', null],
      ['live', null],
      ['ended', 'device-limit'],
    ]);
    expect(body.mends.map(({ code, targetId }: Record<string, string>) => [code, targetId])).toEqual([
      ['end-playback-session', played[0].id],
      ['end-playback-session', played[1].id],
    ]);
    api.clock.reset();
  });

  it('hints that somebody is signed in nowhere and has not confirmed the address', async () => {
    const { eventId, blockId } = await newEvening();
    const userId = await insertUser(api.db);
    const { hints, mends } = await about({ eventId, blockId, userId });
    expect(hints.map(({ code }: { code: string }) => code)).toEqual(['address-unconfirmed', 'signed-out']);
    // The caller may not confirm addresses.
    expect(mends.map(({ code }: { code: string }) => code)).toEqual(['grant-access', 'resend-verification']);
  });

  it.each([
    ['event:read alone', ['event:read']],
    ['identity.user:read alone', ['identity.user:read']],
  ])('is refused with %s, for a person that exists like for one that does not', async (_name, held) => {
    const { query } = await newEvening();
    const organiser = await api.signInAs({ scopes: held });
    for (const userId of [query.userId, randomUUID()])
      expect((await explain({ ...query, userId }, organiser)).status).toBe(403);
  });

  it.each([
    ['nobody', {}, '/userId'],
    ['two people', { userId: randomUUID(), email: 'a@example.test' }, '/userId'],
    ['5 KB of an address', { email: `${'x'.repeat(5_000)}@example.test` }, '/email'],
    ['an address without a host', { email: 'robin' }, '/email'],
  ])('refuses %s', async (_name, person, pointer) => {
    const { eventId, blockId } = await newEvening();
    const { status, body } = await explain({ eventId, blockId, ...person } as Record<string, string>);
    expect([status, body.issues[0].pointer]).toEqual([400, pointer]);
  });

  it('refuses 20 KB of an address before it is read', async () => {
    const { eventId, blockId } = await newEvening();
    const { status } = await explain({ eventId, blockId, email: `${'x'.repeat(20_000)}@example.test` });
    expect([400, 414, 431]).toContain(status);
  });

  it('answers 404 for an unknown person, event or block, and a block of another event', async () => {
    const [evening, other] = [await newEvening(), await newEvening()];
    for (const change of [
      { userId: randomUUID() },
      { eventId: randomUUID() },
      { blockId: randomUUID() },
      { blockId: other.blockId },
    ])
      expect((await explain({ ...evening.query, ...change })).status).toBe(404);
  });

  it('answers the same for ids in upper case', async () => {
    const { eventId, query, viewer } = await newEvening();
    await insertAccess(api.db, { eventId, userId: viewer.userId });
    const upper = Object.fromEntries(Object.entries(query).map(([key, id]) => [key, id.toUpperCase()]));
    expect((await about(upper)).rule).toBe('access-open');
  });
});

describe('endUserPlaybackSession', () => {
  const watching = async () => {
    const evening = await newEvening();
    await insertAccess(api.db, { eventId: evening.eventId, userId: evening.viewer.userId });
    const { body } = await evening.viewer.request(`GET ${evening.signedUrlPath}`);
    const path = `/api/v1/identity/users/${evening.viewer.userId}/playback-sessions/${body.playbackSessionId}`;
    return { ...evening, path, sessionId: body.playbackSessionId as string };
  };

  it('stops the device until its viewer acts, and is audited', async () => {
    const { path, sessionId, viewer, signedUrlPath } = await watching();
    expect((await helper.request(`DELETE ${path}`)).status).toBe(204);
    const ping = await viewer.request(`POST /api/v1/playback/sessions/${sessionId}/ping`);
    expect(ping.body.type).toBe('/problems/playback-ended-by-stop');
    expect((await viewer.request(`GET ${signedUrlPath}`)).body.type).toBe('/problems/device-limit');
    await viewer.request('POST /api/v1/playback/sessions');
    expect((await viewer.request(`GET ${signedUrlPath}`)).status).toBe(200);
    const entries = await api.db
      .selectFrom('auditEntries')
      .selectAll()
      .where('entityId', '=', sessionId)
      .execute();
    expect(entries).toMatchObject([
      {
        action: 'endUserPlaybackSession',
        entityType: 'playback-session',
        actorId: helper.userId,
        after: { endReason: 'stop' },
      },
    ]);
  });

  it('answers 404 for a session that has ended, and for one of somebody else', async () => {
    const [{ path, viewer, sessionId }, other] = [await watching(), await watching()];
    expect((await helper.request(`DELETE ${path.replace(sessionId, other.sessionId)}`)).status).toBe(404);
    expect((await helper.request(`DELETE ${path.replace(viewer.userId, randomUUID())}`)).status).toBe(404);
    await helper.request(`DELETE ${path}`);
    expect((await helper.request(`DELETE ${path}`)).status).toBe(404);
  });

  it('ends it once of sixty calls at once', async () => {
    const { path, sessionId } = await watching();
    const answers = await Promise.all(Array.from({ length: 60 }, () => helper.request(`DELETE ${path}`)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const entries = await api.db
      .selectFrom('auditEntries')
      .select('id')
      .where('entityId', '=', sessionId)
      .execute();
    expect(entries).toHaveLength(1);
  });
});
