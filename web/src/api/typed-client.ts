/**
 * The client of the contract: the types and answers of `openapi-fetch`, and of its code what our calls use. The rest of it,
 * middleware and other ways to write parameters, would be 1.6 KB of every first load (docs/product.md, 39.1).
 */
import type { paths } from '@ringside/openapi/schema';
import type { Client } from 'openapi-fetch';

type Params = Record<string, unknown>;

interface Call extends Omit<RequestInit, 'body' | 'headers'> {
  params?: { path?: Params; query?: Params; header?: Params };
  headers?: Params;
  body?: unknown;
  bodySerializer?: (body: unknown) => BodyInit;
  parseAs?: 'json' | 'blob' | 'stream';
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

type TypedClient = Pick<Client<paths>, (typeof methods)[number] | 'request'>;

/** @param send puts the request onto the network. */
export function typedClient(baseUrl: string, send: (request: Request) => Promise<Response>) {
  async function request(method: string, path: string, call: Call = {}) {
    const { params = {}, headers, body, bodySerializer = JSON.stringify, parseAs, ...init } = call;
    const sent = new Request(baseUrl + addressOf(path, params.path, params.query), {
      ...init,
      method: method.toUpperCase(),
      headers: headersOf({
        'Content-Type': body === undefined || body instanceof FormData ? undefined : 'application/json',
        ...headers,
        ...params.header,
      }),
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : bodySerializer(body) }),
    });
    const response = await send(sent);
    return { response, ...(await contentOf(response, parseAs)) };
  }
  return Object.fromEntries([
    ['request', request],
    ...methods.map((method) => [method, (path: string, call?: Call) => request(method, path, call)]),
  ]) as unknown as TypedClient;
}

async function contentOf(response: Response, parseAs: Call['parseAs']) {
  if (response.status === 204 || response.headers.get('Content-Length') === '0') return {};
  if (response.ok && parseAs === 'stream') return { data: response.body };
  if (response.ok && parseAs === 'blob') return { data: await response.blob() };
  const text = await response.text();
  if (response.ok) return { data: text ? JSON.parse(text) : undefined };
  return { error: asJson(text) };
}

/** What stands in between, such as a proxy, answers in a language of its own. */
function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function addressOf(path: string, inPath: Params = {}, query: Params = {}) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])));
  const search = searchOf(query);
  return search ? `${filled}?${search}` : filled;
}

/** Arrays repeat their key; objects (the filter) travel as JSON, as the contract says. */
function searchOf(query: Params) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      search.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item));
    }
  }
  return search.toString();
}

function headersOf(values: Params) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) headers.set(name, String(value));
  }
  return headers;
}
