/**
 * Where encoders wait until their key is known, by RTMP and by SRT. A network that brings wrong keys has fewer places and may send
 * less, but it is never shut out: the right key may come from there too. The key has 256 random bits: the limits are
 * for the load, not for the guess.
 */
import { networkOf } from '../../http/network.ts';
import { WrongKeys } from './wrong-keys.ts';

/** The place of one connection. */
export interface Place {
  /** What may be read of it until its key is known. */
  readonly mostBytes: number;
  /** Gives the place back; only the first call counts. @param isWrong it brought a wrong key, or bytes and no key. */
  leave(isWrong: boolean): void;
}

/** Of one network. */
const usual = { places: 10, bytes: 64 * 1024 };
const afterWrongKeys = { places: 3, bytes: 16 * 1024 };
/** Each further wrong key keeps its place for this long: a connection that returns at once costs as much as one that stays. */
const keptMs = 250;
const mostPlaces = 300;

export class Door {
  readonly #wrongKeys = new WrongKeys(() => performance.now());
  readonly #taken = new Map<string, number>();
  #allTaken = 0;

  /** @returns undefined: there is no place. */
  enter(address: string): Place | undefined {
    const network = networkOf(address);
    const hasMany = this.#wrongKeys.hasMany(network);
    const limits = hasMany ? afterWrongKeys : usual;
    const taken = this.#taken.get(network) ?? 0;
    if (taken >= limits.places || this.#allTaken >= mostPlaces) return undefined;
    this.#taken.set(network, taken + 1);
    this.#allTaken += 1;
    let hasLeft = false;
    return {
      mostBytes: limits.bytes,
      leave: (isWrong) => {
        if (hasLeft) return;
        hasLeft = true;
        if (isWrong) this.#wrongKeys.add(network);
        if (isWrong && hasMany) setTimeout(() => this.#free(network), keptMs).unref();
        else this.#free(network);
      },
    };
  }

  #free(network: string) {
    this.#allTaken -= 1;
    const left = (this.#taken.get(network) ?? 1) - 1;
    if (left > 0) this.#taken.set(network, left);
    else this.#taken.delete(network);
  }
}
