/** Repeatable random numbers: the same seed gives the same numbers. */
export class Random {
  #state: number;

  /** @param index the request of a run; each has its own sequence, so that one request can be repeated alone. */
  constructor(seed: number, index: number) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
  }

  /** From 0 up to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** From `from` to `to`, both included. */
  number(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  withProbability(chance: number): boolean {
    return this.next() < chance;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.number(0, items.length - 1)] as T;
  }

  some<T>(items: readonly T[], most: number): T[] {
    return Array.from({ length: this.number(0, most) }, () => this.pick(items));
  }

  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.number(0, 15).toString(16)).join('');
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
  }
}
