import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { insertBlock, insertEvent, insertUser } from '../../factories.ts';
import { startApi } from '../../harness.ts';
import { waitUntilBlocked } from '../../wait-for-lock.ts';

let statements = 0;
const api = await startApi({}, ({ sql }) => {
  // The keys are read again once a minute.
  if (!/signing_keys/.test(sql)) statements += 1;
});
const organiser = await api.signInAs({ scopes: ['event:create', 'identity.user:read'] });

const header = 'email,eventId,blockId,startDate,endDate';
const start = '2026-11-20T09:00:00+01:00';
const end = '2026-12-21T23:30:00+01:00';

const send = (text: string | Buffer, query = '') =>
  organiser.request(`POST /api/v1/events/access/import${query}`, {
    body: text,
    headers: { 'content-type': 'text/csv' },
  });
const file = (...rows: string[]) => [header, ...rows].join('\r\n');

async function newTargets() {
  const eventId = await insertEvent(api.db);
  const blockId = await insertBlock(api.db, { eventId });
  const users = await Promise.all(
    ['robin', 'sam'].map(async (name) => {
      const email = `${name}-${randomUUID()}@example.test`;
      return { id: await insertUser(api.db, { email, emailVerifiedAt: new Date().toISOString() }), email };
    }),
  );
  const [robin, sam] = users as [{ id: string; email: string }, { id: string; email: string }];
  return { eventId, blockId, robin, sam };
}

const stored = (eventId: string) =>
  api.db
    .selectFrom('accesses')
    .select(['blockId', 'userId', 'startDate', 'endDate', 'orderId'])
    .where('eventId', '=', eventId)
    .orderBy('userId')
    .orderBy('startDate')
    .execute();

const ok = (row: number, email: string) => ({
  row,
  email,
  result: 'ok',
  waiting: false,
  detail: null,
  issues: [],
});
const refused = (row: number, email: string, column: string | null, detail: string) => ({
  row,
  email,
  result: 'refused',
  waiting: false,
  detail: column ? `${column}: ${detail}` : detail,
  issues: [{ column, detail }],
});

describe('importAccesses', () => {
  it('creates an access for each row', async () => {
    const { eventId, blockId, robin, sam } = await newTargets();
    const text = file(
      `${robin.email},${eventId},${blockId},${start},${end}`,
      `${sam.email.toUpperCase()},${eventId.toUpperCase()},,2026-11-20T09:00:00.123456Z,`,
    );
    const { status, body } = await send(text);
    expect([status, body]).toEqual([
      200,
      { dryRun: false, imported: 2, waiting: 0, rows: [ok(1, robin.email), ok(2, sam.email.toUpperCase())] },
    ]);
    const accesses = [
      {
        blockId,
        userId: robin.id,
        startDate: '2026-11-20T08:00:00+00:00',
        endDate: '2026-12-21T22:30:00+00:00',
        orderId: null,
      },
      {
        blockId: null,
        userId: sam.id,
        startDate: '2026-11-20T09:00:00.123456+00:00',
        endDate: null,
        orderId: null,
      },
    ];
    expect(await stored(eventId)).toEqual(accesses.sort((a, b) => (a.userId < b.userId ? -1 : 1)));
  });

  it('writes nothing in a dry run, and reports the result of an import', async () => {
    const { eventId, robin } = await newTargets();
    const text = file(`${robin.email},${eventId},,${start},`);
    const { body } = await send(text, '?dryRun=true');
    expect(body).toEqual({ dryRun: true, imported: 1, waiting: 0, rows: [ok(1, robin.email)] });
    expect(await stored(eventId)).toEqual([]);
    expect((await send(text, '?dryRun=false')).body.imported).toBe(1);
  });

  it('finds a user by id as well', async () => {
    const { eventId, robin, sam } = await newTargets();
    const { body } = await send(
      [
        'userId;email;eventId;startDate',
        `${robin.id};;${eventId};${start}`,
        `${sam.id};${sam.email};${eventId};${start}`,
      ].join('\n'),
    );
    expect(body.imported).toBe(2);
    expect((await stored(eventId)).map(({ userId }) => userId)).toEqual([robin.id, sam.id].sort());
  });

  it('reports every fault of every row, in a dry run and in an import, and then imports no row', async () => {
    const { eventId, blockId, robin, sam } = await newTargets();
    const other = await newTargets();
    const text = [
      `${header},userId`,
      `${robin.email},${eventId},,${start},,`,
      `nobody@example.test,${eventId},,${start},,${robin.id}`,
      `no address,${eventId},,${start},,`,
      `,${eventId},,${start},,`,
      `,${eventId},,${start},,${randomUUID()}`,
      `${robin.email},${eventId},,${start},,${sam.id}`,
      `${sam.email},${randomUUID()},${blockId},${start},,`,
      `${sam.email},${eventId},${other.blockId},${start},,`,
      `${sam.email},summer-slam,,${start},,`,
      `${sam.email},${eventId},,20 November,tomorrow,`,
      `${sam.email},${eventId},,2026-11-20T09:00:00.000002Z,2026-11-20T09:00:00.000001Z,`,
      `${sam.email},${eventId}`,
    ].join('\n');
    const date = 'Must be an ISO date-time with an offset, for example 2026-11-20T19:00:00+01:00.';
    const faults = [
      ['2/userId', 'The user has another e-mail address.'],
      ['3/email', 'Must be a valid e-mail address.'],
      ['4/email', 'Is required.'],
      ['5/userId', 'There is no such user.'],
      ['6/userId', 'The user has another e-mail address.'],
      ['7/eventId', 'There is no such event.'],
      ['8/blockId', 'The event has no such block.'],
      ['9/eventId', 'Must be a UUID.'],
      ['10/startDate', date],
      ['10/endDate', date],
      ['11/endDate', 'Must not be before the start.'],
      ['12', 'Must have as many cells as the header.'],
      ['12/startDate', 'Is required.'],
    ];
    const tried = await send(text, '?dryRun=true');
    expect([tried.status, tried.body.imported]).toEqual([200, 0]);
    const issues = tried.body.rows.flatMap(
      ({ row, issues }: { row: number; issues: Array<{ column: string | null; detail: string }> }) =>
        issues.map(({ column, detail }) => [column ? `${row}/${column}` : `${row}`, detail]),
    );
    expect(issues).toEqual(faults);
    expect(tried.body.rows[0].result).toBe('ok');
    expect(tried.body.rows[9].detail).toBe(`startDate: ${date} endDate: ${date}`);

    const { status, body } = await send(text);
    expect([status, body.type]).toEqual([400, '/problems/validation-error']);
    expect(body.issues).toEqual(
      faults.map(([at, detail]) => ({ detail, pointer: `/${at}`, location: 'body' })),
    );
    expect(await stored(eventId)).toEqual([]);
  });

  it('refuses a second row with the same access, also in another notation', async () => {
    const { eventId, robin } = await newTargets();
    const { body } = await send(
      file(
        `${robin.email},${eventId},,2026-11-20T09:00:00Z,`,
        `${robin.email.toUpperCase()},${eventId},,2026-11-20T10:00:00.000+01:00,`,
        `${robin.email},${eventId},,2026-11-20T09:00:00Z,${end}`,
      ),
      '?dryRun=true',
    );
    expect(body.rows).toEqual([
      ok(1, robin.email),
      refused(2, robin.email.toUpperCase(), null, 'Row 1 has the same access.'),
      ok(3, robin.email),
    ]);
  });

  it('refuses stored accesses, so that a file that is sent again changes nothing', async () => {
    const { eventId, blockId, robin, sam } = await newTargets();
    const text = file(
      `${robin.email},${eventId},${blockId},${start},${end}`,
      `${sam.email},${eventId},,${start},`,
    );
    expect((await send(text)).status).toBe(200);
    const { status, body } = await send(text);
    expect([status, body.issues.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      400,
      ['/1', '/2'],
    ]);
    expect(await stored(eventId)).toHaveLength(2);
    // A paid access is refused too.
    await api.db
      .updateTable('accesses')
      .set({ orderId: randomUUID() })
      .where('eventId', '=', eventId)
      .execute();
    expect((await send(text, '?dryRun=true')).body.rows[1]).toEqual(
      refused(2, sam.email, null, 'The user has exactly this access already.'),
    );
  });

  it('imports a file once when it is sent several times at once', async () => {
    const { eventId, robin, sam } = await newTargets();
    const rows = [robin, sam].flatMap(({ email }) =>
      Array.from({ length: 20 }, (_, day) => `${email},${eventId},,2026-11-20T09:00:${10 + day}Z,`),
    );
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => send(file(...(index % 2 ? rows : rows.toReversed())))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.issues).toHaveLength(40);
    expect(await stored(eventId)).toHaveLength(40);
  });

  it.each([
    ['event', 'events', 'eventId'],
    ['block', 'blocks', 'blockId'],
    ['user', 'users', 'userId'],
  ] as const)('refuses a row whose %s is being deleted', async (_name, table, column) => {
    const { eventId, blockId, robin } = await newTargets();
    const target = { eventId, blockId, userId: robin.id };
    let answer: ReturnType<typeof send> | undefined;
    await api.db.transaction().execute(async (trx) => {
      await trx.deleteFrom(table).where('id', '=', target[column]).execute();
      answer = send(`userId,eventId,blockId,startDate\n${robin.id},${eventId},${blockId},${start}`);
      await waitUntilBlocked(api.db);
    });
    const { status, body } = (await answer) ?? {};
    expect(status).toBe(400);
    expect(body.issues).toContainEqual(expect.objectContaining({ pointer: `/1/${column}` }));
    expect(await stored(eventId)).toEqual([]);
  });

  it('writes an entry to the audit log for each access, and none for a dry run or a refusal', async () => {
    const { eventId, robin, sam } = await newTargets();
    const text = file(`${robin.email},${eventId},,${start},`, `${sam.email},${eventId},,${start},`);
    await send(text, '?dryRun=true');
    await send(file(`${robin.email},${eventId},,${start},`, `x@example,${eventId},,${start},`));
    await send(text);
    const accesses = await api.db
      .selectFrom('accesses')
      .select(['id', 'userId'])
      .where('eventId', '=', eventId)
      .execute();
    const entries = await api.db
      .selectFrom('auditEntries')
      .selectAll()
      .where('action', '=', 'importAccesses')
      .where(sql<string>`after::text`, 'like', `%${eventId}%`)
      .execute();
    expect(entries).toHaveLength(2);
    for (const { id, userId } of accesses) {
      expect(entries.find(({ entityId }) => entityId === id)).toMatchObject({
        actorId: organiser.userId,
        entityType: 'access',
        before: null,
        after: { id, userId, eventId, blockId: null, startDate: '2026-11-20T08:00:00+00:00', endDate: null },
      });
    }
  });

  it('sends as many statements for 200 rows as for one', async () => {
    const { eventId, robin } = await newTargets();
    const rows = (count: number, day: string) =>
      Array.from({ length: count }, (_, index) => {
        const time = new Date(Date.parse(`2027-01-${day}T00:00:00Z`) + index * 1_000).toISOString();
        return `${robin.email},${eventId},,${time},`;
      });
    const cost = async (...lines: string[]) => {
      statements = 0;
      expect((await send(file(...lines))).body.imported).toBe(lines.length);
      return statements;
    };
    expect(await cost(...rows(200, '02'))).toBe(await cost(...rows(1, '01')));
  });

  it('refuses an invalid file, and a file that is too large', async () => {
    for (const text of ['', 'a,b\n1,2\n', `${header}\n"`, Buffer.from([0xff, 0xfe])]) {
      const { status, body } = await send(text);
      expect([status, body.type]).toEqual([400, '/problems/validation-error']);
    }
    const large = await send(`${header}\n${'x'.repeat(4 * 1024 * 1024)}`);
    expect([large.status, large.body.type]).toEqual([413, '/problems/payload-too-large']);
    const json = await organiser.request('POST /api/v1/events/access/import', { body: {} });
    expect(json.status).toBe(415);
    const none = await organiser.request('POST /api/v1/events/access/import');
    expect(none.status).toBe(400);
  });

  it('answers every file according to the contract', async () => {
    const { eventId, blockId, robin } = await newTargets();
    const cell = fc.oneof(
      fc.constantFrom(
        robin.email,
        robin.id,
        eventId,
        blockId,
        start,
        end,
        '',
        '"',
        "'=",
        '\0',
        '\ud800',
        'null',
      ),
      fc.string({ unit: 'binary', maxLength: 40 }),
    );
    const line = fc.oneof(
      { weight: 4, arbitrary: fc.array(cell, { minLength: 5, maxLength: 5 }) },
      { weight: 1, arbitrary: fc.array(cell, { maxLength: 8 }) },
      { weight: 2, arbitrary: fc.constant([robin.email, eventId, blockId, start, end]) },
    );
    const text = fc
      .tuple(
        fc.constantFrom(header, header, header, `${header},userId`, ''),
        fc.array(line, { maxLength: 6 }),
      )
      .map(([first, lines]) => [first, ...lines.map((cells) => cells.join(','))].join('\n'));
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), async (file, dryRun) => {
        const { status } = await send(file, `?dryRun=${dryRun}`);
        expect([200, 400]).toContain(status);
      }),
      { seed: 20_261_121, numRuns: 100 },
    );
  });

  it('accepts a file without rows', async () => {
    expect((await send(header)).body).toEqual({ dryRun: false, imported: 0, waiting: 0, rows: [] });
  });
});
