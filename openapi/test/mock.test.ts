import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listOperations } from '../scripts/mock/operations.ts';
import { withoutOtherHosts } from '../scripts/mock/prepare-contract.ts';
import { type Mock, startMock } from '../scripts/mock/start-mock.ts';
import { bundle, type MediaType, type Operation, operations } from './bundle.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ port: await freePort(), verbose: false });
}, 40_000);
afterAll(() => mock?.stop());

describe.each(operations)('$operationId', (operation) => {
  test('returns its first example', async () => {
    const response = await fetch(mock.url + addressOf(operation), {
      method: operation.method,
      redirect: 'manual',
      ...requestOf(operation),
    });
    const status = Object.keys(operation.responses)[0] ?? '';
    expect(response.status, response.ok ? '' : await response.clone().text()).toBe(Number(status));
    const { content, headers = {} } = operation.responses[status] ?? {};
    for (const [name, { example }] of Object.entries(headers)) {
      const [first] = [example].flat();
      if (first !== undefined)
        expect(withoutDates(response.headers.get(name) ?? '')).toContain(withoutDates(String(first)));
    }
    const example = firstExample(content);
    if (typeof example === 'object') {
      expect(dateless(await response.json())).toEqual(
        dateless(JSON.parse(withoutOtherHosts(JSON.stringify(example)))),
      );
    } else if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      expect(withoutDates(await firstText(response))).toBe(withoutDates(String(example)));
    } else {
      expect(withoutDates(await response.text())).toBe(withoutDates(String(example ?? '')));
    }
  });
});

test('a call without credentials is refused', async () => {
  const response = await fetch(`${mock.url}/api/v1/events`);
  expect(response.status).toBe(401);
});

test('a client can ask for another response', async () => {
  const url = `${mock.url}/api/v1/kickboxing/competitions/rotterdam-rumble-7`;
  const response = await fetch(url, { headers: { Prefer: 'code=404' } });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ type: '/problems/not-found' });
});

test('the main card is always live now', async () => {
  const response = await fetch(`${mock.url}/api/v1/kickboxing/competitions/rotterdam-rumble-7`);
  const { blocks } = (await response.json()) as {
    blocks: Array<Record<'slug' | 'startDate' | 'endDate', string>>;
  };
  const mainCard = blocks.find(({ slug }) => slug === 'main-card');
  expect(Date.parse(mainCard?.startDate ?? '')).toBeLessThan(Date.now());
  expect(Date.parse(mainCard?.endDate ?? '')).toBeGreaterThan(Date.now());
});

describe('the example of an address', () => {
  const competitions = '/api/v1/kickboxing/competitions';
  const slugOf = async (path: string, headers = {}) =>
    (await (await fetch(mock.url + path, { headers })).json()).slug;

  test('is that of the event that it names', async () => {
    expect(await slugOf(`${competitions}/rotterdam-rumble-7`)).toBe('rotterdam-rumble-7');
    expect(await slugOf(`${competitions}/rotterdam-rumble-6`)).toBe('rotterdam-rumble-6');
    expect(await slugOf(`${competitions}/0199a3c4-0008-7000-8000-000000000001`)).toBe('rotterdam-rumble-8');
  });

  test('is a 404 where no event has this name', async () => {
    const response = await fetch(`${mock.url}${competitions}/rotterdam-rumble-9`);
    expect(response.status).toBe(404);
  });

  test('follows the query', async () => {
    const slugsOf = async (query: Record<string, string>) => {
      const response = await fetch(`${mock.url}${competitions}?${new URLSearchParams(query)}`);
      return (await response.json()).data.map(({ slug }: { slug: string }) => slug);
    };
    const [now, everything] = [new Date().toISOString(), {}];
    expect(await slugsOf({ filter: JSON.stringify({ endDate: { gt: now } }) })).toEqual([
      'rotterdam-rumble-7',
      'rotterdam-rumble-8',
    ]);
    expect(await slugsOf({ filter: JSON.stringify({ endDate: { lte: now } }) })).toEqual([
      'rotterdam-rumble-6',
    ]);
    expect(await slugsOf(everything)).toHaveLength(3);
    expect(await slugsOf({ q: 'nothing' })).toEqual([]);
  });

  test('is for sale at the event that it names', async () => {
    const offersOf = async (slug: string) => {
      const response = await fetch(`${mock.url}/api/v1/shop/offers/${slug}`, { headers: checkoutKey });
      return (await response.json()).data.map(
        ({ stripePriceId }: { stripePriceId: string }) => stripePriceId,
      );
    };
    const checkoutKey = { 'Checkout-Key': 'q83vEjRWeJq83vEjRWeJq83vEjRWeJq8' };
    expect(await offersOf('0199a3c4-0008-7000-8000-000000000001')).toEqual([
      'price_RotterdamRumble8MainCard',
    ]);
    expect(await offersOf('rotterdam-rumble-6')).toEqual([]);
    expect(await offersOf('rotterdam-rumble-7')).toHaveLength(2);
  });

  test('gives way to what the caller prefers', async () => {
    const prefer = { Prefer: 'code=200, example=competitionDetailPast' };
    expect(await slugOf(`${competitions}/rotterdam-rumble-7`, prefer)).toBe('rotterdam-rumble-6');
  });

  test('can be named by status and key, also where two answers share a key', () => {
    for (const { operationId, answers } of listOperations(bundle)) {
      const names = answers.map(({ status, name }) => `${status} ${name}`);
      expect(new Set(names).size, operationId).toBe(names.length);
    }
  });
});

test('a fault of the server can be asked for', async () => {
  const response = await fetch(`${mock.url}/api/v1/kickboxing/competitions`, {
    headers: { Prefer: 'code=500' },
  });
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ type: '/problems/internal-server-error' });
});

test('a stream of events stays open', async () => {
  const stopped = new AbortController();
  const response = await fetch(`${mock.url}/api/v1/kickboxing/competitions/rotterdam-rumble-7/events`, {
    signal: stopped.signal,
  });
  const reader = response.body?.getReader();
  await reader?.read();
  const second = reader?.read().then(({ done }) => (done ? 'ended' : 'sent'));
  const waited = new Promise((resolve) => setTimeout(() => resolve('open'), 500));
  expect(await Promise.race([second?.catch(() => 'failed'), waited])).toBe('open');
  stopped.abort();
});

test('signs in for some time from now, and out', async () => {
  const login = await fetch(`${mock.url}/api/v1/identity/auth/credentials/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'sam@ringside.test', password: 'Round-seven-7!', remember: true }),
  });
  const [expires] = login.headers
    .getSetCookie()
    .filter((each) => each.startsWith('accessTokenExpirationDate'));
  const leftMs = Date.parse(/=([^;]+)/.exec(expires ?? '')?.[1] ?? '') - Date.now();
  expect(leftMs).toBeGreaterThan(5 * 60_000);
  expect(leftMs).toBeLessThan(15 * 60_000);
  const logout = await fetch(`${mock.url}/api/v1/identity/auth/credentials/logout`);
  expect(logout.headers.getSetCookie().every((each) => each.includes('Expires=Thu, 01 Jan 1970'))).toBe(true);
});

/** What a stream sends at once. It stays open. */
async function firstText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return new TextDecoder().decode(value);
}

function addressOf({ path, parameters }: Operation): string {
  const query = new URLSearchParams();
  let address = path;
  for (const parameter of parameters) {
    // A filter finds other examples.
    const value = parameter.example ?? (parameter.required ? firstExample(parameter.content) : undefined);
    if (value === undefined) continue;
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    if (parameter.in === 'path') address = address.replace(`{${parameter.name}}`, encodeURIComponent(text));
    if (parameter.in === 'query') query.set(parameter.name, text);
  }
  return query.size > 0 ? `${address}?${query}` : address;
}

function requestOf({ parameters, requestBody }: Operation): RequestInit {
  const headers = new Headers({ Authorization: 'Bearer of-the-mock' });
  for (const { name, in: place, example } of parameters)
    if (place === 'header' && example !== undefined) headers.set(name, String(example));
  if (requestBody === undefined) return { headers };
  const [type = ''] = Object.keys(requestBody.content);
  const example = firstExample(requestBody.content);
  if (type === 'multipart/form-data') {
    const form = new FormData();
    for (const [name, value] of Object.entries(example as object)) form.set(name, new Blob([value]), value);
    return { headers, body: form };
  }
  headers.set('Content-Type', type);
  return { headers, body: type === 'application/json' ? JSON.stringify(example) : String(example) };
}

function firstExample(content: Record<string, MediaType> | undefined): unknown {
  const [media] = Object.values(content ?? {});
  return Object.values(media?.examples ?? {})[0]?.value;
}

/** The value without its dates, which the mock moves. */
function dateless(value: unknown): unknown {
  return JSON.parse(withoutDates(JSON.stringify(value)));
}

function withoutDates(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)|Expires=[^;]+|\/\d{10}(?=\/)/g, '');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
