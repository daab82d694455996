/**
 * A demo that other people could reach has nothing with public passwords, and says what to set.
 *
 * @engine pglite
 */
import { expect, it } from 'vitest';
import { demoAccounts } from '../../src/demo/demo-data.ts';
import { demoCodes, demoPrices } from '../../src/demo/demo-prices.ts';
import { fetchPatiently, newInstallation, type ServerProcess, startProcess } from '../processes.ts';

const env = { ...(await newInstallation()), DEMO: '1' };
const [administrator] = demoAccounts;

async function statusesOf({ url }: ServerProcess, localUrl = url, headers: Record<string, string> = {}) {
  const login = fetchPatiently(`${localUrl}/api/v1/identity/auth/credentials/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: administrator.email, password: administrator.password }),
  });
  const answers = [
    login,
    fetchPatiently(`${localUrl}/demo/mail`, { headers }),
    fetchPatiently(`${localUrl}/metrics`, { headers }),
  ];
  return Promise.all(answers.map(async (answer) => (await answer).status));
}

async function providersOf(localUrl: string | undefined): Promise<unknown[]> {
  const answer = await fetchPatiently(`${localUrl}/api/v1/identity/auth/providers`);
  return ((await answer.json()) as { data: unknown[] }).data;
}

async function stop(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}

// Only on one engine: the test takes long, and the database does not matter.
it('closes when its settings name the public', { timeout: 180_000 }, async () => {
  const local = await startProcess(env);
  expect(await statusesOf(local)).toEqual([200, 200, 200]);
  expect(await providersOf(local.url)).toHaveLength(1);
  const payments = String(/Payments move no money; .* at (\S+)/.exec(local.output())?.[1]);
  const dashboard = await (await fetch(payments)).text();
  for (const text of [...demoPrices.map(({ priceId }) => priceId), demoCodes[0].code])
    expect(dashboard).toContain(text);
  // A proxy on this machine that no setting names.
  const forwarded: Array<Record<string, string>> = [
    { 'x-forwarded-for': '192.0.2.7' },
    { 'x-forwarded-proto': 'https' },
    { forwarded: 'for=192.0.2.7' },
  ];
  for (const headers of forwarded) {
    expect(await statusesOf(local, local.url, headers)).toEqual([403, 403, 403]);
  }
  expect(local.output()).toMatch(/"level":40.*set PUBLIC_URL .* TRUST_PROXY/);
  await stop(local);
  await expect(fetch(payments)).rejects.toThrow();

  const { port } = new URL(String(local.url));
  for (const [name, value] of [
    ['PUBLIC_URL', 'https://fights.test'],
    ['TRUST_PROXY', '127.0.0.1'],
  ] as const) {
    const server = await startProcess({ ...env, [name]: value, PORT: port });
    const localUrl = `http://127.0.0.1:${port}`;
    expect(await statusesOf(server, localUrl)).toEqual([401, 404, 200]);
    expect(await statusesOf(server, localUrl, { 'x-forwarded-for': '127.0.0.1' })).toEqual([401, 404, 404]);
    expect(await providersOf(localUrl)).toEqual([]);
    expect(server.output()).toContain(`The demo has no accounts, because ${name} opens`);
    expect(server.output()).toContain('ADMIN_EMAIL');
    expect(server.output()).not.toContain('Payments');
    await expect(fetch(payments)).rejects.toThrow();
    await stop(server);
  }
});
