import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mock, startMock } from '../scripts/start-mock.ts';
import { type MediaType, type Operation, operations } from './bundle.ts';

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
    expect(response.status, await response.clone().text()).toBe(Number(status));
    const { content, headers = {} } = operation.responses[status] ?? {};
    for (const [name, { example }] of Object.entries(headers)) {
      const [first] = [example].flat();
      if (first !== undefined)
        expect(withoutDates(response.headers.get(name) ?? '')).toContain(withoutDates(String(first)));
    }
    const example = firstExample(content);
    if (typeof example === 'object') {
      expect(dateless(await response.json())).toEqual(dateless(example));
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

function addressOf({ path, parameters }: Operation): string {
  const query = new URLSearchParams();
  let address = path;
  for (const parameter of parameters) {
    const value = parameter.example ?? firstExample(parameter.content);
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
    if (place === 'header') headers.set(name, String(example));
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
  return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)|Expires=[^;]+/g, '');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
