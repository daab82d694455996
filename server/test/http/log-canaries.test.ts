/**
 * The log contains nothing of a request or an answer, for every operation, when it succeeds, is refused or fails. The
 * requests are the contract's examples, which contain passwords, tokens, codes and states, with added canaries.
 *
 * @engine one
 */
import { afterEach, describe, expect, it } from 'vitest';
import { contractOperations } from '../../src/contract/document.ts';
import { exampleCall, targetOf } from '../contract/contract-calls.ts';
import { exampleOf, insertStory, samId, storyNow } from '../contract/story.ts';
import { type Answer, type Device, startApi } from '../harness.ts';
import { codeAt, profile } from '../identity/second-factor/authenticator-app.ts';
import { newDataDir, startProcess } from '../processes.ts';
import { engine, openTestDatabase } from '../test-database.ts';

const canary = 'canary-4711';
let fault: Error | undefined;
const api = await startApi({ logLevel: 'trace' }, ({ sql }) => {
  if (fault !== undefined && !sql.includes('login_sessions s')) throw fault;
});
afterEach(() => {
  fault = undefined;
});

/** The texts in a request or an answer. Short ones are left out: they occur in every log without being a leak. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length >= 8 ? [value] : [];
  if (Buffer.isBuffer(value) || typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

function secretsOf(call: { body: unknown; query: unknown; cookies: unknown }, answer: Answer): string[] {
  const { headers, cookies, body } = answer;
  return [
    canary,
    ...textsOf([call.body, call.query, call.cookies]),
    ...textsOf([cookies.map(({ value }) => value), headers.location]),
    // Tokens and signed URLs; names and titles are shorter.
    ...textsOf(answer.status < 400 ? body : []).filter((text) => text.length >= 40),
  ];
}

async function asSam(): Promise<Device> {
  api.clock.reset();
  api.clock.advance(storyNow.getTime() - Date.now());
  await insertStory(api.db);
  return api.signInAs({ userId: samId });
}

let faults = 0;
const operations = contractOperations.map((operation) => [operation.operationId, operation] as const);

/** Checks that the calls log none of their secrets. @returns the logged text. */
async function watchLog(calls: () => Promise<string[]>): Promise<string> {
  const from = api.log.length;
  const secrets = await calls();
  const text = api.log.slice(from).join('');
  expect(text).not.toBe('');
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  return text;
}

// Long, because a picture is encoded twice in every size.
describe.each(operations)('%s', { timeout: 120_000 }, (_id, operation) => {
  const headers = {
    'user-agent': canary,
    referer: `https://x.test/?${canary}`,
    'x-forwarded-for': canary,
    'checkout-key': canary.repeat(2),
  };
  const cookies = { accessToken: canary, refreshToken: canary, identityToken: canary, [canary]: canary };

  it('logs no secret of a call that is refused, fails or succeeds', async () => {
    const sam = await asSam();
    const call = exampleCall(operation);
    const target = targetOf(call);

    await watchLog(async () => {
      const asked = { ...call, cookies, headers: { ...call.headers, ...headers } };
      const authorization = `Bearer ${canary}`;
      const answers = [
        await api.request(target, asked),
        await api.request(target, { ...asked, headers: { ...asked.headers, authorization } }),
        await sam.request(`${target}${target.includes('?') ? '&' : '?'}${canary}=${canary}`, asked),
      ];
      if (operation.requestBody) {
        const json = { ...headers, 'content-type': 'application/json' };
        const email = `${canary}@x.test`;
        const body = { [canary]: canary, password: canary, email, token: canary };
        answers.push(await sam.request(target, { body: JSON.stringify(body), headers: json }));
        answers.push(await sam.request(target, { body: `{"password":"${canary}`, headers: json }));
      }
      return answers.flatMap((answer) => secretsOf(asked, answer));
    });

    const logged = await watchLog(async () => {
      // Database drivers add these fields to an error: the row, the statement and its values.
      fault = Object.assign(new Error('the statement failed', { cause: new Error(canary) }), {
        ...{ code: 'XX000', detail: `Key (email)=(${canary})`, where: canary, hint: canary },
        ...{ query: canary, params: [canary], parameters: [canary], internalQuery: canary },
      });
      const answer = await sam.request(target, call);
      fault = undefined;
      faults += Number(answer.status === 500);
      return [...secretsOf(call, answer), sam.accessToken];
    });
    if (logged.includes('"status":500')) expect(logged).toContain('the statement failed');

    await watchLog(async () => {
      const answer = await sam.request(target, { ...call, headers: { ...call.headers, ...headers } });
      return [...secretsOf(call, answer), sam.accessToken];
    });
  });
});

it('a second factor leaves no secret and no code in the log', async () => {
  const sam = await asSam();
  await watchLog(async () => {
    const begun = await sam.request(`POST ${profile}/authenticator`);
    const code = codeAt(begun.body.secret, api.clock.now());
    const confirmed = await sam.request(`POST ${profile}/authenticator/confirm`, { body: { code } });
    const [first] = confirmed.body.recoveryCodes;
    const { secret, uri } = begun.body;
    for (const given of [code, codeAt(secret, api.clock.now(), 1), first, first, 'x-canary-of-a-code'])
      await api.request('POST /api/v1/identity/auth/credentials/login', {
        body: { ...exampleOf('Credentials'), code: given },
      });
    fault = new Error('the statement failed');
    await sam.request(`POST ${profile}/recovery-codes`);
    fault = undefined;
    const replaced = await sam.request(`POST ${profile}/recovery-codes`);
    const all = [...confirmed.body.recoveryCodes, ...replaced.body.recoveryCodes];
    expect(all).toHaveLength(20);
    const plain = all.map((recovery: string) => recovery.replace(/^\d+/, '').replaceAll('-', ''));
    expect(api.log.join('')).not.toMatch(new RegExp(`\\b${code}\\b`));
    return [secret, uri, 'x-canary-of-a-code', ...all, ...plain];
  });
});

it('most operations have failed in these tests', () => {
  expect(faults).toBeGreaterThan(operations.length / 2);
});

describe('the process', { timeout: 60_000 }, () => {
  it('never logs the passwords of its database and mail server, nor the content of a mail', async () => {
    const database = engine === 'postgres' ? await openTestDatabase() : undefined;
    const url = database?.databaseUrl && new URL(database.databaseUrl);
    if (url) url.password = canary;
    const server = await startProcess({
      DATA_DIR: newDataDir(),
      LOG_LEVEL: 'trace',
      // No server listens there.
      SMTP_URL: `smtp://${canary}:${canary}@127.0.0.1:1`,
      METRICS_TOKEN: `${canary}-${canary}`,
      ADMIN_EMAIL: 'first@ringside.test',
      ADMIN_PASSWORD: `Aa1!${canary}`,
      ...(url ? { DATABASE_URL: url.href } : {}),
    });
    const body = {
      firstName: 'Robin',
      lastName: 'X',
      email: `${canary}@example.test`,
      password: `Aa1!${canary}`,
    };
    const answer = await fetch(`${server.url}/api/v1/identity/auth/credentials/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
    await expect.poll(() => server.output(), { timeout: 20_000 }).toMatch(/ECONNREFUSED|mail/i);
    server.child.kill('SIGTERM');
    await server.ended;
    await database?.[Symbol.asyncDispose]();
    expect(server.output() + server.errors()).not.toContain(canary);
    expect(server.output()).not.toMatch(/token=/);
  });
});
