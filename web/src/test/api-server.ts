/**
 * A fake network, typed by the contract: a test sets the answer of an operation, which must be one that the contract
 * declares. A call without an answer throws.
 */
import type { components, paths } from '@ringside/openapi/schema';
import { beforeEach, vi } from 'vitest';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Operation<Path extends keyof paths, Verb extends Method> = paths[Path][Verb];
type Answer<Op> = Op extends { responses: infer Responses }
  ? {
      [Status in keyof Responses & number]: Responses[Status] extends { content: infer Content }
        ? { status: Status; body: Content[keyof Content]; headers?: Record<string, string> }
        : { status: Status; body?: undefined; headers?: Record<string, string> };
    }[keyof Responses & number]
  : never;

interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

interface AnyAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

interface Route {
  method: string;
  pattern: RegExp;
  answer: (call: Call, request: Request) => AnyAnswer | Response | Promise<AnyAnswer | Response>;
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Replaces `fetch` for each test of the file that calls it. */
export function fakeApiServer() {
  let routes: Route[] = [];
  let calls: Call[] = [];

  beforeEach(() => {
    routes = [];
    calls = [];
    vi.stubGlobal('fetch', handle);
  });

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const text = await request.text();
    const call: Call = {
      method: request.method.toLowerCase(),
      path: url.pathname,
      query: url.searchParams,
      body: text === '' ? undefined : isJson(request) ? JSON.parse(text) : text,
      headers: request.headers,
    };
    calls.push(call);
    // The last answer wins, so that a test can change it.
    const route = routes.findLast(({ method, pattern }) => method === call.method && pattern.test(call.path));
    if (!route) throw new Error(`The test has set no answer for ${call.method} ${call.path}`);
    const answer = await route.answer(call, request);
    if (answer instanceof Response) return answer;
    const { status, body, headers } = answer;
    const type = status >= 400 ? 'application/problem+json' : 'application/json';
    const isText = typeof body === 'string';
    return new Response(body === undefined ? null : isText ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': type, ...headers },
    });
  }

  return {
    on<Path extends keyof paths, Verb extends Method>(
      method: Verb,
      path: Path,
      answer:
        | Answer<Operation<Path, Verb>>
        | ((call: Call) => Answer<Operation<Path, Verb>> | Promise<Answer<Operation<Path, Verb>>>),
    ) {
      const pattern = patternOf(String(path));
      routes.push({ method, pattern, answer: typeof answer === 'function' ? answer : () => answer });
    },
    /** Answers an event stream with what `fakeEventServer` plays. */
    onStream(
      path: keyof paths,
      connect: (signal: AbortSignal, lastEventId: string | undefined) => Promise<Response>,
    ) {
      routes.push({
        method: 'get',
        pattern: patternOf(path),
        answer: ({ headers }, { signal }) => connect(signal, headers.get('Last-Event-ID') ?? undefined),
      });
    },
    /** The calls so far, of one path or of all. */
    calls: (path?: keyof paths) => calls.filter((call) => path === undefined || call.path === path),
  };
}

function isJson(request: Request) {
  return /json/.test(request.headers.get('content-type') ?? '');
}

type Problem = components['schemas']['Problem'];

export function problemBody(problem: Partial<Problem> & Pick<Problem, 'status'>): Problem {
  return {
    type: '/problems/service-unavailable',
    title: 'Service Unavailable',
    detail: 'Try again soon.',
    ...problem,
  };
}

/** The server's answer to the token of a mail that has expired or was used already. */
export const tokenRefused = {
  status: 400 as const,
  body: {
    type: '/problems/validation-error' as const,
    status: 400 as const,
    title: 'Validation Error',
    detail: 'The request does not fit the contract.',
    issues: [
      { detail: 'This link has expired or was used already.', pointer: '/token', location: 'body' as const },
    ],
  },
};
