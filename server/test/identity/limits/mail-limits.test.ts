/** A person who chooses who gets a mail is counted by the mailbox and by the network: docs/product.md, 18.1 and 18.6. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countAttempt, counterKey } from '../../../src/identity/limits/attempt.repository.ts';
import { mailsOfNetwork } from '../../../src/identity/limits/attempt.rules.ts';
import { bearer, password, registerAccount, registration, signIn } from '../../accounts.ts';
import { startApi } from '../../harness.ts';

const api = await startApi();
beforeEach(() => api.clock.stop());
afterEach(() => api.clock.reset());

const [auth, profile] = ['/api/v1/identity/auth/credentials', '/api/v1/identity/profile'];
const stranger = () => `stranger-${randomUUID()}@example.test`;
let networks = 0;
const elsewhere = () => {
  networks += 1;
  return `198.51.${networks}.7`;
};

async function member(account = registration()) {
  await api.request(`POST ${auth}/register`, { body: account, remoteAddress: elsewhere() });
  const { accessToken } = await signIn(api, account);
  return { ...account, headers: bearer(accessToken) };
}
const changeTo = (email: string, headers: Record<string, string>, remoteAddress = elsewhere()) =>
  api.request(`PATCH ${profile}/email`, {
    headers,
    body: { email, currentPassword: password },
    remoteAddress,
  });
const mailsTo = async (email: string) =>
  (await api.db.selectFrom('outboxMails').select('id').where('recipient', '=', email).execute()).length;

describe('a stranger', () => {
  it('gets few mails, however many accounts change to their address, each from its own network', async () => {
    const target = stranger();
    const members = await Promise.all(Array.from({ length: 9 }, () => member()));
    const statuses: number[] = [];
    for (const { headers } of members) statuses.push((await changeTo(target, headers)).status);
    expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 429, 429, 429]);
  });

  it('has one mailbox, whatever tags are put into its address', async () => {
    const name = randomUUID();
    const statuses: number[] = [];
    for (let tag = 0; tag < 8; tag += 1) {
      const body = { ...registration(), email: `${name}+${tag}@example.test` };
      const { status } = await api.request(`POST ${auth}/register`, { body, remoteAddress: elsewhere() });
      statuses.push(status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429, 429]);
  });

  it('is not flooded through an account that somebody deletes and makes anew', async () => {
    const account = { ...registration(), email: stranger() };
    let verifications = 0;
    for (let round = 0; round < 3; round += 1) {
      const { headers } = await member(account);
      for (let time = 0; time < 4; time += 1) {
        const options = { headers, remoteAddress: elsewhere() };
        const { status } = await api.request(`POST ${auth}/email-verification`, options);
        if (status === 204) verifications += 1;
      }
      const { status } = await api.request(`DELETE ${profile}?confirm=own-account`, { headers });
      expect(status).toBe(204);
    }
    expect(verifications).toBe(6);
  });

  it('is not flooded by the changes of an account that only claims their address', async () => {
    const { email, headers } = await member({ ...registration(), email: stranger() });
    const before = await mailsTo(email);
    for (let time = 0; time < 9; time += 1) {
      const [currentPassword, next] = time % 2 ? [`${password}2`, password] : [password, `${password}2`];
      const { status } = await api.request(`PATCH ${profile}/password`, {
        headers,
        body: { currentPassword, password: next },
      });
      expect(status).toBe(204);
    }
    expect((await mailsTo(email)) - before).toBe(6);
  });
});

describe('one network', () => {
  it('has to wait after a hundred mails, by whichever call and to whomever', async () => {
    const { headers } = await member();
    const network = elsewhere();
    const now = api.clock.now().toISOString();
    for (let time = 0; time < 101; time += 1)
      await countAttempt(api.db, counterKey('mails', network), mailsOfNetwork, now);
    const options = { headers, remoteAddress: network };
    expect((await changeTo(stranger(), headers, network)).status).toBe(429);
    expect((await api.request(`POST ${auth}/email-verification`, options)).status).toBe(429);
    const reset = { body: { email: stranger() }, remoteAddress: network };
    expect((await api.request(`POST ${auth}/password-reset`, reset)).status).toBe(429);
    expect((await changeTo(stranger(), headers)).status).toBe(204);
    expect((await registerAccount(api, { remoteAddress: network })).id).toBeDefined();
  });
});
