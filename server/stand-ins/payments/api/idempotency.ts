/** Idempotency keys: the same request with the same key happens once, for 24 hours. */
import { ProviderError } from '../request.ts';
import type { SavedAnswer, State } from '../state.ts';

const keptMs = 24 * 3_600_000;

export class IdempotencyKeys {
  private readonly running = new Map<string, string>();
  private readonly state: State;

  constructor(state: State) {
    this.state = state;
  }

  /**
   * @param request method, path and parameters.
   * @returns the saved answer; undefined: the caller answers, and says so with `finish`.
   * @throws ProviderError for another request with this key, and while the first one runs.
   */
  begin(key: string, request: string): SavedAnswer | undefined {
    if (key.length > 255) throw keyError(400, 'Idempotency keys may have at most 255 characters.');
    const saved = this.state.answers.get(key);
    const isCurrent = saved !== undefined && saved.at > Date.now() - keptMs;
    const first = this.running.get(key) ?? (isCurrent ? saved.request : undefined);
    if (first !== undefined && first !== request)
      throw keyError(
        400,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    if (this.running.has(key))
      throw keyError(
        409,
        `There is currently another in-progress request using this idempotency key: '${key}'.`,
        'idempotency_key_in_use',
      );
    if (isCurrent) return saved;
    this.running.set(key, request);
    return undefined;
  }

  /** @param answer undefined: the request never began, so that the key stays free. */
  finish(key: string, answer: { status: number; body: string } | undefined): void {
    const request = this.running.get(key);
    this.running.delete(key);
    if (answer === undefined || request === undefined) return;
    this.state.answers.delete(key);
    this.state.answers.set(key, { ...answer, request, at: Date.now() });
    for (const [old, { at }] of this.state.answers) {
      if (at > Date.now() - keptMs) return;
      this.state.answers.delete(old);
    }
  }
}

function keyError(status: number, message: string, code?: string): ProviderError {
  return new ProviderError(status, { type: 'idempotency_error', ...(code && { code }), message });
}
