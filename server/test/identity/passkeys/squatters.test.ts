/** A person who registers with somebody else's address keeps no way in once the owner of the mailbox proves it. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { issueMailToken } from '../../../src/identity/accounts/mail-tokens.ts';
import { password } from '../../accounts.ts';
import { startApi } from '../../harness.ts';
import { authorize, redirectOf } from '../providers/provider-visitor.ts';
import { agreeAtProvider, startTestIssuer } from '../providers/test-issuer.ts';
import { insertOwner, loginWith } from './passkey-owner.ts';

const issuer = await startTestIssuer('odd');
const api = await startApi({ oidcProviders: [issuer.settings] });

/** A squatter with a passkey and an authenticator app, whose codes the owner would be asked for. */
async function insertSquatter() {
  const { device, key } = await insertOwner(api);
  const { userId } = device;
  const createdAt = api.clock.now().toISOString();
  await api.db
    .insertInto('authenticators')
    .values({ userId, secret: 'JBSWY3DPEHPK3PXP', createdAt, confirmedAt: createdAt })
    .execute();
  await api.db
    .insertInto('recoveryCodes')
    .values({ userId, number: 1, codeHash: 'x', usedAt: null })
    .execute();
  return { userId, key, email: `${userId}@example.test` };
}

async function countWays(userId: string) {
  const counts: number[] = [];
  for (const table of ['passkeys', 'authenticators', 'recoveryCodes'] as const)
    counts.push(
      (await api.db.selectFrom(table).select('userId').where('userId', '=', userId).execute()).length,
    );
  return counts;
}

async function resetPassword(userId: string, email: string) {
  const token = await api.db
    .transaction()
    .execute((trx) =>
      issueMailToken(trx, { userId, purpose: 'reset-password', email, now: api.clock.now() }),
    );
  const answer = await api.request('POST /api/v1/identity/auth/credentials/password-reset/confirm', {
    body: { token, password },
  });
  expect(answer.status).toBe(204);
}

describe('the passkey and the authenticator app of a squatter', () => {
  it('are gone when a provider has verified the address', async () => {
    const { userId, key, email } = await insertSquatter();
    const { url, cookies } = await authorize(api, {}, { code: 'odd' });
    const claims = { sub: randomUUID(), email, email_verified: true };
    const end = redirectOf(
      await api.request(`GET ${agreeAtProvider(issuer, url, randomUUID(), { claims })}`, { cookies }),
    );
    expect(end.location.searchParams.get('error')).toBeNull();
    expect(await countWays(userId)).toEqual([0, 0, 0]);
    expect((await loginWith(api, key)).status).toBe(401);
  });

  it('are gone when the owner resets the password by mail, unless the owner had confirmed the address', async () => {
    const { userId, key, email } = await insertSquatter();
    await resetPassword(userId, email);
    expect(await countWays(userId)).toEqual([0, 0, 0]);
    expect((await loginWith(api, key)).status).toBe(401);

    const owner = await insertSquatter();
    const emailVerifiedAt = api.clock.now().toISOString();
    await api.db.updateTable('users').set({ emailVerifiedAt }).where('id', '=', owner.userId).execute();
    await resetPassword(owner.userId, owner.email);
    expect(await countWays(owner.userId)).toEqual([1, 1, 1]);
    expect((await loginWith(api, owner.key)).status).toBe(200);
  });
});

describe('a deleted account', () => {
  it('leaves no passkey and no challenge behind', async () => {
    const { device, key } = await insertOwner(api);
    await device.request('POST /api/v1/identity/profile/passkeys/options');
    await api.db.deleteFrom('users').where('id', '=', device.userId).execute();
    expect((await loginWith(api, key)).status).toBe(401);
    const challenges = await api.db
      .selectFrom('passkeyChallenges')
      .select('challenge')
      .where('sessionId', '=', device.sessionId)
      .execute();
    expect(challenges).toEqual([]);
  });
});
