/**
 * What was revoked lately, so that the answer of a statement that began before a revocation is not remembered after it.
 * Bounded: of what is too old to be known, anything may have been revoked.
 */
const kept = 1_000;
export const anyRow = '*';

export class RecentRevocations {
  #ids: string[] = [];
  #forgotten = 0;

  /** @returns this moment, for the calls below. */
  mark(): number {
    return this.#forgotten + this.#ids.length;
  }

  add(id: string): void {
    this.#ids.push(id);
    if (this.#ids.length < 2 * kept) return;
    this.#ids = this.#ids.slice(kept);
    this.#forgotten += kept;
  }

  /** Whether one of these rows may have been revoked since. */
  includes(ids: readonly string[], since: number): boolean {
    if (since < this.#forgotten) return true;
    return this.#ids.slice(since - this.#forgotten).some((id) => id === anyRow || ids.includes(id));
  }
}
