/** Counts the wrong keys of networks, in memory: each server for itself. */
const most = 10;
const windowMs = 60_000;
/** Forgetting them all lets each network try a few more. */
const mostNetworks = 10_000;

export class WrongKeys {
  readonly #now: () => number;
  readonly #counts = new Map<string, { count: number; since: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  hasMany(network: string): boolean {
    const known = this.#counts.get(network);
    if (known === undefined) return false;
    if (this.#now() - known.since < windowMs) return known.count >= most;
    this.#counts.delete(network);
    return false;
  }

  add(network: string) {
    if (this.#counts.size >= mostNetworks) this.#counts.clear();
    const known = this.#counts.get(network) ?? { count: 0, since: this.#now() };
    this.#counts.set(network, { ...known, count: known.count + 1 });
  }
}
