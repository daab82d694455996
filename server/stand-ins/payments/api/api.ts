/** The provider's API: the key, idempotency keys, faults on demand, and answers as the SDK expects them. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from '../provider.ts';
import { Params, ProviderError, parseForm } from '../request.ts';
import { newId } from '../state.ts';
import { apiVersion } from '../wire.ts';
import { expireSessions } from './checkout.ts';
import { expand } from './expand.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { findRoute } from './routes.ts';

/** `unavailable` answers 503, `silent` nothing; `forgets-to-answer` does what was asked and then cuts the connection. */
export const modes = ['up', 'unavailable', 'silent', 'rate-limited', 'forgets-to-answer'] as const;
export type Mode = (typeof modes)[number];

interface Answer {
  status: number;
  body: string;
  isReplay?: boolean;
}

export class Api {
  mode: Mode = 'up';
  /** The mode is that of this path alone; undefined: of all. */
  modePath: string | undefined;
  /** Every request takes so long. */
  latencyMs = 0;
  /** Method and path of each request. */
  readonly calls: string[] = [];
  private readonly keys: IdempotencyKeys;
  private readonly provider: Provider;
  private readonly apiKey: string;
  private readonly save: () => Promise<void>;

  constructor(provider: Provider, apiKey: string, save: () => Promise<void>) {
    this.provider = provider;
    this.apiKey = apiKey;
    this.save = save;
    this.keys = new IdempotencyKeys(provider.state);
  }

  async handle(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const id = newId('req');
    const [path = '', query = ''] = (request.url ?? '').split('?');
    this.calls.push(`${request.method} ${path}`);
    if (this.calls.length > 10_000) this.calls.shift();
    const mode = this.modeOf(path);
    if (mode === 'silent') return;
    const answer = await this.answer(request, { id, path, form: request.method === 'GET' ? query : body });
    if (mode === 'forgets-to-answer') return void response.destroy();
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      date: this.provider.now().toUTCString(),
      'request-id': id,
      'stripe-version': apiVersion,
      ...(header(request, 'idempotency-key') && { 'idempotency-key': header(request, 'idempotency-key') }),
      ...(answer.isReplay && { 'idempotent-replayed': 'true' }),
    });
    response.end(answer.body);
  }

  private async answer(
    request: IncomingMessage,
    { id, path, form }: { id: string; path: string; form: string },
  ): Promise<Answer> {
    try {
      this.checkCaller(request, this.modeOf(path));
      const key = request.method === 'POST' ? header(request, 'idempotency-key') : undefined;
      if (key === undefined) return await this.run(request, path, form, { id, idempotency_key: null });
      const saved = this.keys.begin(key, `${request.method} ${path} ${form}`);
      if (saved) return { status: saved.status, body: saved.body, isReplay: true };
      return await this.runOnce(request, path, form, { id, idempotency_key: key });
    } catch (error) {
      return refusal(error);
    }
  }

  private async runOnce(
    request: IncomingMessage,
    path: string,
    form: string,
    origin: { id: string; idempotency_key: string },
  ): Promise<Answer> {
    let result: Answer | undefined;
    try {
      result = await this.run(request, path, form, origin);
      return result;
    } catch (error) {
      if (error instanceof ProviderError && error.isResult) result = refusal(error);
      throw error;
    } finally {
      this.keys.finish(origin.idempotency_key, result);
      // With the key, so that a restart does not forget what was answered.
      await this.save();
    }
  }

  private async run(
    request: IncomingMessage,
    path: string,
    form: string,
    origin: Provider['request'],
  ): Promise<Answer> {
    if (this.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
    const route = findRoute(request.method, path);
    if (route === undefined)
      throw new ProviderError(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${path}).`,
      });
    const fields = parseForm(form);
    const paths = new Params(fields).texts('expand');
    delete fields.expand;
    expireSessions(this.provider);
    this.provider.request = origin;
    try {
      const answer = route(this.provider, new Params(fields));
      return { status: 200, body: JSON.stringify(expand(this.provider.state, answer, paths), null, 2) };
    } finally {
      this.provider.request = { id: null, idempotency_key: null };
      if (request.method === 'POST' && origin.idempotency_key === null) await this.save();
    }
  }

  private modeOf(path: string): Mode {
    return this.modePath === undefined || this.modePath === path ? this.mode : 'up';
  }

  private checkCaller(request: IncomingMessage, mode: Mode): void {
    if (mode === 'unavailable')
      throw new ProviderError(503, { type: 'api_error', message: 'The provider is down.' });
    if (mode === 'rate-limited')
      throw new ProviderError(429, {
        type: 'invalid_request_error',
        code: 'rate_limit',
        message: 'Too many requests',
      });
    const given = Buffer.from(header(request, 'authorization') ?? '');
    const wanted = Buffer.from(`Bearer ${this.apiKey}`);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
      throw new ProviderError(401, {
        type: 'invalid_request_error',
        message: 'Invalid API Key provided: the stand-in takes its own key only.',
      });
    const version = header(request, 'stripe-version');
    if (version !== undefined && version !== apiVersion)
      throw new ProviderError(400, {
        type: 'invalid_request_error',
        message: `The stand-in speaks the API version ${apiVersion} only.`,
      });
  }
}

function refusal(error: unknown): Answer {
  if (error instanceof ProviderError)
    return { status: error.status, body: JSON.stringify({ error: error.body }, null, 2) };
  const fault = { type: 'api_error', message: error instanceof Error ? error.message : 'Unknown' };
  return { status: 500, body: JSON.stringify({ error: fault }) };
}

function header({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
