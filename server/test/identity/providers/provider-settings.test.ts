/**
 * The providers of a server: those of a file, or Demo ID in the demo.
 *
 * @engine one
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { hasDemoId } from '../../../src/demo/demo-parts.ts';
import { startApi } from '../../harness.ts';
import { fetchPatiently, newInstallation, startProcess } from '../../processes.ts';
import { authorize, providerPath, redirectOf } from './provider-visitor.ts';
import { agreeAtProvider, startTestIssuer } from './test-issuer.ts';

const issuer = await startTestIssuer('odd');
const folder = mkdtempSync(path.join(tmpdir(), 'ringside-providers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('OIDC_PROVIDERS', () => {
  const { code, name, issuer: address, clientId, clientSecret } = issuer.settings;
  const file = path.join(folder, 'providers.json');
  writeFileSync(
    file,
    JSON.stringify([{ code, name, issuer: address, clientId, clientSecret, scopes: ['email'] }]),
  );

  it('lists the issuers for sign-in', async () => {
    const own = await startApi({ oidcProviders: readConfig({ OIDC_PROVIDERS: file }).oidcProviders ?? [] });
    const { url, cookies } = await authorize(own, {}, { code });
    expect(new URL(url).searchParams.get('scope')).toBe('openid email');
    const claims = { sub: randomUUID(), email: `${randomUUID()}@example.test`, email_verified: true };
    const callback = agreeAtProvider(issuer, url, randomUUID(), { claims });
    const { cookies: session } = redirectOf(await own.request(`GET ${callback}`, { cookies }));
    expect(session.accessToken).toBeDefined();
  });

  it.each([
    ['Demo ID in the demo', { DEMO: '1' }, 'demo-id'],
    ['those of the file otherwise', { OIDC_PROVIDERS: file }, 'odd'],
  ])(
    'gives the started server %s, and it stops without warnings',
    async (_name, env, expected) => {
      const server = await startProcess({ ...(await newInstallation()), ...env });
      const answer = await fetchPatiently(`${server.url}${providerPath}`);
      const { data } = (await answer.json()) as { data: Array<{ code: string }> };
      expect(data.map((provider) => provider.code)).toEqual([expected]);
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
      expect(server.output() + server.errors()).not.toMatch(/oidc-provider|WARNING/i);
    },
    180_000,
  );

  it.each([
    [{}, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '192.168.1.2' }, false],
    [{ DEMO: '0' }, false],
    [{ NODE_ENV: 'production' }, false],
    [{ OIDC_PROVIDERS: file }, false],
  ])('enables Demo ID under %j: %s', (env, expected) => {
    expect(hasDemoId(readConfig(env))).toBe(expected);
  });
});
