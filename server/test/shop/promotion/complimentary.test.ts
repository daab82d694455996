/** Accesses that are given for nothing: with an end, a reason and a mail, and counted apart from sales. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { startShop } from '../shop.ts';

const shop = await startShop();
const { db } = shop;
const organiser = await shop.signInAs({
  scopes: ['event:read', 'event:create', 'event:update', 'event:delete', 'order:read', 'identity.user:read'],
});
const [startDate, endDate] = ['2026-01-01T00:00:00Z', '2099-11-21T22:30:00Z'];
let ticket: Awaited<ReturnType<typeof shop.newTicket>>;
beforeEach(async () => {
  ticket = await shop.newTicket();
});
const give = (userId: string, fields: object = {}) =>
  organiser.request('POST /api/v1/events/access', {
    body: {
      eventId: ticket.eventId,
      userId,
      startDate,
      endDate,
      isComplimentary: true,
      note: 'Press',
      ...fields,
    },
  });
const importRows = (rows: string[]) =>
  organiser.request('POST /api/v1/events/access/import', {
    body: ['email,eventId,startDate,endDate,complimentary,note', ...rows].join('\n'),
    headers: { 'content-type': 'text/csv' },
  });
const countOf = async () =>
  (await organiser.request(`GET /api/v1/shop/sales?eventId=${ticket.eventId}`)).body;

it('is given with an end and a reason, mailed with its end, opens, and can be revoked', async () => {
  const viewer = await shop.newViewer();
  const { status, body } = await give(viewer.userId);
  expect([status, (await viewer.request(ticket.watch)).status]).toEqual([201, 200]);
  const access = await organiser.request(`GET /api/v1/events/access/${body.id}`);
  expect(access.body).toMatchObject({ isComplimentary: true, note: 'Press', isPaid: false });
  const [mail] = await shop.mailsTo(viewer.email);
  expect(mail?.kind).toBe('complimentary-access');
  expect(mail?.text).toMatch(/until 21 November 2099 at 23:30 \(Europe\/Amsterdam\)/);
  expect(mail?.text).not.toContain('Press');
  await organiser.request(`DELETE /api/v1/events/access/${body.id}`);
  expect((await viewer.request(ticket.watch)).status).toBe(403);
});

it('is refused without an end or a reason, and never loses its end', async () => {
  const { userId } = await shop.newViewer();
  const issuesOf = (body: { issues: Array<{ pointer: string }> }) =>
    body.issues.map(({ pointer }) => pointer);
  expect(issuesOf((await give(userId, { endDate: null })).body)).toEqual(['/endDate']);
  expect(issuesOf((await give(userId, { note: undefined })).body)).toEqual(['/note']);
  expect((await give(userId, { note: 'x'.repeat(201) })).status).toBe(400);
  const { body } = await give(userId);
  const change = await organiser.request(`PATCH /api/v1/events/access/${body.id}`, {
    body: { endDate: null },
  });
  expect([change.status, issuesOf(change.body)]).toEqual([400, ['/endDate']]);
});

it('is imported for many, also for addresses without an account, each with one mail', async () => {
  const emails = [randomUUID(), randomUUID()].map((id) => `${id}@example.test`);
  const row = (email: string) => `${email},${ticket.eventId},${startDate},${endDate},yes,=Sponsor`;
  const { status, body } = await importRows(emails.map(row));
  expect([status, body.imported, body.waiting]).toEqual([200, 2, 2]);
  for (const email of emails) expect(await shop.mailsTo(email)).toHaveLength(1);
  const csv = (await organiser.request(`GET /api/v1/events/access/export?eventId=${ticket.eventId}`)).body;
  expect(csv).toContain(`,yes,yes,'=Sponsor\r\n`);
  expect((await importRows([row(String(emails[0]))])).status).toBe(400);
  expect(await shop.mailsTo(String(emails[0]))).toHaveLength(1);
});

it('is not imported without an end or a reason', async () => {
  const rows = [
    `a@example.test,${ticket.eventId},${startDate},,yes,`,
    `b@example.test,${ticket.eventId},${startDate},,no,`,
  ];
  const { status, body } = await importRows(rows);
  const pointers = body.issues.map(({ pointer }: { pointer: string }) => pointer);
  expect([status, pointers]).toEqual([400, ['/1/endDate', '/1/note', '/2/complimentary']]);
});

it('of a draft is mailed to nobody', async () => {
  await db.updateTable('events').set({ status: 'draft' }).where('id', '=', ticket.eventId).execute();
  const viewer = await shop.newViewer();
  expect((await give(viewer.userId)).status).toBe(201);
  expect(await shop.mailsTo(viewer.email)).toEqual([]);
});

it('counts people apart from sales', async () => {
  const viewer = await shop.newViewer();
  await give(viewer.userId);
  await give(viewer.userId, { startDate: '2026-02-01T00:00:00Z' });
  await give((await shop.newViewer()).userId);
  await give((await shop.newViewer()).userId, { isComplimentary: false, note: undefined });
  const buyer = await shop.newViewer();
  await shop.pay(ticket.priceId, buyer.email);
  expect(await countOf()).toMatchObject({ complimentary: 2, currencies: [{ orders: 1, buyers: 1 }] });
});

it('stands with its reason in the timeline of support', async () => {
  const viewer = await shop.newViewer();
  await give(viewer.userId);
  const query = `userId=${viewer.userId}&eventId=${ticket.eventId}&blockId=${ticket.blockId}`;
  const { body } = await organiser.request(`GET /api/v1/events/access/explanation?${query}`);
  expect(JSON.stringify(body)).toContain('complimentary: Press');
});
