import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { listPermissionCodes } from '../../../src/identity/user.repository.ts';
import { signIn } from '../../accounts.ts';
import { insertUser } from '../../factories.ts';
import { type Device, startApi } from '../../harness.ts';
import { tokenMailedTo } from '../../mailbox.ts';

const api = await startApi();
const create = 'identity.user:create';
const grant = 'identity.user:access_update';
const events = ['event:bell', 'event:result', 'event:read', 'event:create', 'event:update', 'event:delete'];
const sales = ['order:read', 'order:update', 'order:refund', 'price:read', 'price:create'];
const promotion = ['promotion:read', 'promotion:create', 'promotion:update'];
let inviter: Device;
let granter: Device;
beforeEach(async () => {
  await api.db.deleteFrom('attemptCounters').execute();
  inviter = await api.signInAs({ scopes: [create] });
  granter = await api.signInAs({ scopes: [create, grant, ...events, ...sales, ...promotion] });
});

const newEmail = () => `${randomUUID()}@example.test`;
const person = { firstName: 'Noa', lastName: 'Bakker' };
const password = 'Counter-punch-23!';
const invite = (as: Device, fields: object = {}) =>
  as.request('POST /api/v1/identity/invitations', { body: { ...person, email: newEmail(), ...fields } });
const resend = (userId: string, as: Device = inviter) =>
  as.request(`POST /api/v1/identity/users/${userId}/invitation`);
const accept = (token: string, fields: object = {}) =>
  api.request('POST /api/v1/identity/auth/credentials/invitation/accept', {
    body: { token, password, ...fields },
  });
const mailsTo = (recipient: string) =>
  api.db
    .selectFrom('outboxMails')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('createdAt')
    .execute();
/** The token of the newest invitation in the outbox. */
async function tokenFor(email: string): Promise<string> {
  const mail = (await mailsTo(email)).filter(({ kind }) => kind === 'invitation').at(-1);
  return /accept-invitation\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
const find = (id: string) =>
  api.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const rolesOf = async (userId: string) =>
  (await api.db.selectFrom('userRoles').select('roleCode').where('userId', '=', userId).execute()).map(
    ({ roleCode }) => roleCode,
  );

describe('inviteUser', () => {
  it('creates an account without a password and mails a link, whose reader sets one and signs in', async () => {
    const email = newEmail();
    const { status, body, headers } = await invite(inviter, { email: email.toUpperCase() });
    expect([status, headers.location]).toEqual([201, `/api/v1/identity/users/${body.id}`]);
    expect(await find(body.id)).toMatchObject({
      email,
      name: 'Noa Bakker',
      passwordHash: null,
      emailVerifiedAt: null,
    });
    const token = await tokenFor(email);
    const shown = await api.request(`GET /api/v1/identity/auth/credentials/invitation?token=${token}`);
    expect([shown.status, shown.body.email, shown.body.name]).toEqual([200, email, 'Noa Bakker']);
    expect((await accept(token)).status).toBe(204);
    expect((await signIn(api, { email, password })).answer.status).toBe(200);
    expect((await find(body.id)).emailVerifiedAt).not.toBeNull();
    // It worked once.
    expect((await accept(token)).body.issues[0].pointer).toBe('/token');
  });

  it('gives the accesses that wait for the address when it is accepted, and not before', async () => {
    const email = newEmail();
    const eventId = randomUUID();
    await api.db
      .insertInto('events')
      .values({
        id: eventId,
        name: 'E',
        slug: eventId.replaceAll('-', 'x'),
        startDate: '2026-11-20T00:00:00Z',
        endDate: '2026-11-21T00:00:00Z',
        timezone: 'UTC',
        location: { name: null, address: null, cityName: null, countryName: null },
        description: null,
        content: null,
        pictureId: null,
        stripePriceId: null,
      })
      .execute();
    await api.db
      .insertInto('accesses')
      .values({
        eventId,
        email,
        startDate: '2026-11-20T00:00:00Z',
        endDate: null,
        userId: null,
        blockId: null,
      })
      .execute();
    const { id } = (await invite(inviter, { email })).body;
    const owner = async () =>
      (await api.db.selectFrom('accesses').select('userId').where('eventId', '=', eventId).execute())[0]
        ?.userId;
    expect(await owner()).toBeNull();
    await accept(await tokenFor(email));
    expect(await owner()).toBe(id);
  });

  it('gives roles and permissions at once, and writes one entry to the audit log', async () => {
    const { body } = await invite(granter, { roleCodes: ['organiser'], permissionCodes: ['event:read'] });
    expect(await rolesOf(body.id)).toEqual(['organiser']);
    const entries = await api.db
      .selectFrom('auditEntries')
      .selectAll()
      .where('entityId', '=', body.id)
      .execute();
    expect(entries).toMatchObject([
      {
        action: 'inviteUser',
        actorId: granter.userId,
        after: { roleCodes: ['organiser'], permissionCodes: ['event:read'] },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(await tokenFor(String(entries[0]?.after?.email)));
  });

  it.each([
    ['a role without the permission to change access', () => inviter, { roleCodes: ['viewer'] }, 403],
    [
      'a permission without the permission to change access',
      () => inviter,
      { permissionCodes: [create] },
      403,
    ],
    ['a role that gives more than the caller holds', () => granter, { roleCodes: ['administrator'] }, 403],
    ['a permission that the caller lacks', () => granter, { permissionCodes: ['settings:update'] }, 403],
    ['a role that does not exist', () => granter, { roleCodes: ['nobody'] }, 400],
  ])('refuses %s, and creates nobody', async (_name, as, grants, status) => {
    const email = newEmail();
    expect((await invite(as(), { email, ...grants })).status).toBe(status);
    expect(await api.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([]);
    expect(await mailsTo(email)).toEqual([]);
  });

  it('needs a recent proof', async () => {
    api.clock.advance(11 * 60_000);
    expect((await invite(inviter)).body.type).toBe('/problems/step-up-required');
    api.clock.reset();
  });

  it('refuses an address that is taken, and one of sixty at once gets it', async () => {
    const email = newEmail();
    await insertUser(api.db, { email });
    expect((await invite(inviter, { email })).body.issues[0].pointer).toBe('/email');
    const wanted = newEmail();
    const all = await Promise.all(Array.from({ length: 60 }, () => invite(inviter, { email: wanted })));
    const statuses = all.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.every((status) => [201, 409, 429].includes(status))).toBe(true);
    expect((await mailsTo(wanted)).filter(({ kind }) => kind === 'invitation')).toHaveLength(1);
  });

  it('limits what one account can send', async () => {
    const statuses: number[] = [];
    api.clock.stop();
    for (let call = 0; call < 102; call++) statuses.push((await invite(inviter)).status);
    api.clock.reset();
    expect(statuses.slice(0, 100).every((status) => status === 201)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });

  it('repeats nothing in the mail that a person typed', async () => {
    const email = newEmail();
    await invite(inviter, { email, firstName: 'Buy-cheap-watches' });
    const [mail] = await mailsTo(email);
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('cheap');
  });
});

describe('resendInvitation', () => {
  it('sends a new link and ends the earlier one', async () => {
    const email = newEmail();
    const { id } = (await invite(inviter, { email })).body;
    const first = await tokenFor(email);
    expect((await resend(id)).status).toBe(204);
    const second = await tokenFor(email);
    expect(second).not.toBe(first);
    expect((await accept(first)).status).toBe(400);
    expect((await accept(second)).status).toBe(204);
  });

  it('is refused for somebody who has accepted, has a password or was never invited', async () => {
    const email = newEmail();
    const { id } = (await invite(inviter, { email })).body;
    await accept(await tokenFor(email));
    expect((await resend(id)).status).toBe(409);
    expect((await resend(await insertUser(api.db))).status).toBe(409);
    expect((await resend(randomUUID())).status).toBe(404);
  });

  it('is limited for one user', async () => {
    const { id } = (await invite(inviter)).body;
    const statuses: number[] = [];
    for (let call = 0; call < 7; call++) statuses.push((await resend(id)).status);
    expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 429].slice(0, 5).concat(statuses.slice(5)));
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('an invitation', () => {
  const take = (userId: string, ...codes: string[]) =>
    api.db
      .deleteFrom('userPermissions')
      .where('userId', '=', userId)
      .where('permissionCode', 'in', codes)
      .execute();
  const isOpen = async (email: string) => {
    const token = await tokenFor(email);
    const shown = await api.request(`GET /api/v1/identity/auth/credentials/invitation?token=${token}`);
    const accepted = await accept(token);
    expect(accepted.status === 204).toBe(shown.status === 200);
    return shown.status === 200;
  };

  it.each<[string, object, string[]]>([
    ['to create users', {}, [create]],
    ['to give permissions', { permissionCodes: ['event:read'] }, [grant]],
    ['of what it gives', { permissionCodes: ['event:read'] }, ['event:read']],
    ['of a permission of the role that it gives', { roleCodes: ['organiser'] }, ['order:refund']],
  ])(
    'ends when its author loses the right %s, and another author can send it again',
    async (_name, gives, lost) => {
      const email = newEmail();
      const { body } = await invite(granter, { email, ...gives });
      await take(granter.userId, ...lost);
      expect(await isOpen(email)).toBe(false);
      const other = await api.signInAs({ scopes: [create, grant, ...events, ...sales, ...promotion] });
      expect((await resend(body.id, other)).status).toBe(204);
      expect(await isOpen(email)).toBe(true);
    },
  );

  it('ends with the account of its author, and not with a right that it does not need', async () => {
    const [first, second] = [newEmail(), newEmail()];
    await invite(granter, { email: first });
    await take(granter.userId, grant, 'event:read');
    expect(await isOpen(first)).toBe(true);
    await invite(inviter, { email: second });
    await api.db.deleteFrom('users').where('id', '=', inviter.userId).execute();
    expect(await isOpen(second)).toBe(false);
  });

  it.each(['of its author', 'of an author who is deleted', 'that expired'])(
    'gives nothing by a reset of the password when it ended: the right %s',
    async (how) => {
      const email = newEmail();
      const { body } = await invite(granter, { email, permissionCodes: ['event:read'] });
      if (how === 'of its author') await take(granter.userId, 'event:read');
      if (how === 'of an author who is deleted')
        await api.db.deleteFrom('users').where('id', '=', granter.userId).execute();
      if (how === 'that expired') api.clock.advance(7 * 86_400_000 + 1_000);
      const reset = 'POST /api/v1/identity/auth/credentials/password-reset';
      await api.request(reset, { body: { email } });
      const token = await tokenMailedTo(api, email, 'reset-password');
      expect((await api.request(`${reset}/confirm`, { body: { token, password } })).status).toBe(204);
      expect(await listPermissionCodes(api.db, body.id)).toEqual([]);
      api.clock.reset();
    },
  );

  it('gives what it gave by a reset of the password while it is open', async () => {
    const email = newEmail();
    const { body } = await invite(granter, { email, permissionCodes: ['event:read'] });
    const reset = 'POST /api/v1/identity/auth/credentials/password-reset';
    await api.request(reset, { body: { email } });
    const token = await tokenMailedTo(api, email, 'reset-password');
    expect((await api.request(`${reset}/confirm`, { body: { token, password } })).status).toBe(204);
    expect(await listPermissionCodes(api.db, body.id)).toEqual(['event:read']);
  });

  it('ends after 7 days', async () => {
    const email = newEmail();
    await invite(inviter, { email });
    const token = await tokenFor(email);
    api.clock.advance(7 * 86_400_000 + 1_000);
    expect((await accept(token)).status).toBe(400);
    expect(
      (await api.request(`GET /api/v1/identity/auth/credentials/invitation?token=${token}`)).status,
    ).toBe(400);
    api.clock.reset();
  });

  it('is no link for another purpose, and no other link is an invitation', async () => {
    const email = newEmail();
    await invite(inviter, { email });
    const token = await tokenFor(email);
    const reset = await api.request('POST /api/v1/identity/auth/credentials/password-reset/confirm', {
      body: { token, password },
    });
    expect(reset.status).toBe(400);
    await api.request('POST /api/v1/identity/auth/credentials/password-reset', { body: { email } });
    const mail = (await mailsTo(email)).find(({ kind }) => kind === 'reset-password');
    const other = /reset-password\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(other).not.toBe('');
    expect((await accept(other)).status).toBe(400);
    expect((await accept(token)).status).toBe(204);
  });

  it('keeps the password rules', async () => {
    const email = newEmail();
    await invite(inviter, { email });
    const { status, body } = await accept(await tokenFor(email), { password: 'password' });
    expect([status, body.issues[0].pointer]).toEqual([400, '/password']);
  });

  it('is shown at the user until it is accepted', async () => {
    const reader = await api.signInAs({ scopes: ['identity.user:read'] });
    const email = newEmail();
    const { id } = (await invite(inviter, { email })).body;
    const filter = JSON.stringify({ isInvited: { eq: true }, email: { eq: email } });
    const list = () => reader.request(`GET /api/v1/identity/users?${new URLSearchParams({ filter })}`);
    expect((await list()).body.data[0]).toMatchObject({ id, invitedAt: expect.any(String) });
    await accept(await tokenFor(email));
    expect((await list()).body.total).toBe(0);
    expect((await reader.request(`GET /api/v1/identity/users/${id}`)).body.invitedAt).toBeNull();
  });
});
