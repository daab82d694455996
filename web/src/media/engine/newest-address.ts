import type { EngineSource } from './engine.ts';
import { tokenExpiresAt, withNewestToken } from './signed-path.ts';
import { leftMs, type TokenLife, tokenLife } from './token-life.ts';

/** The *newest* address of a stream is the last signed one; each request carries its token. */
export class NewestAddress {
  readonly #source: Pick<EngineSource, 'renew'>;
  #url: string;
  #life: TokenLife | null;
  #renewal: Promise<void> | undefined;

  constructor(source: Pick<EngineSource, 'url' | 'renew'>) {
    this.#source = source;
    this.#url = source.url;
    this.#life = lifeOf(source.url);
  }

  get url() {
    return this.#url;
  }

  set(url: string) {
    this.#url = url;
    this.#life = lifeOf(url);
  }

  isExpired() {
    return this.#life !== null && leftMs(this.#life, Date.now()) <= 0;
  }

  /** One renewal serves all who ask meanwhile. */
  renew(): Promise<void> {
    this.#renewal ??= this.#source
      .renew()
      .then((url) => this.set(url))
      .finally(() => {
        this.#renewal = undefined;
      });
    return this.#renewal;
  }

  /** @returns the address of a playlist or fragment, with the newest token. */
  withToken(url: string) {
    return withNewestToken(url, this.#url);
  }
}

function lifeOf(url: string) {
  const expiresAt = tokenExpiresAt(url);
  return expiresAt === null ? null : tokenLife(expiresAt, Date.now());
}
