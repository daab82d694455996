/**
 * Finds addresses that several people play. Each server counts what is read from it in memory, because a playlist must
 * not cost a statement.
 */
import { neighbourhoodOf } from '../../http/network.ts';
import {
  namedSegments,
  networkChanges,
  playlistSeconds,
  pour,
  rememberedNetworks,
  type Vessel,
} from './shared-address.rules.ts';

interface Lease {
  leaseId: string;
  streamId: string;
}

interface Reads {
  playlistSeconds: Vessel;
  namedSegments: Vessel;
  networkChanges: Vessel;
  lastIp: string;
  /** The newest last. */
  networks: readonly string[];
  isEnding: boolean;
}

interface Options {
  /** Milliseconds of a clock that nobody sets. */
  steady: () => number;
  /** Ends the lease. Called again after an error, with the next read. */
  onShared: (lease: Lease) => Promise<void>;
}

const allowances = { playlistSeconds, namedSegments, networkChanges };
/** More than one server plays at a time. Only what may play is counted, so nobody fills this with inventions. */
const mostCounted = 20_000;

export class AddressReads {
  readonly #options: Options;
  readonly #reads = new Map<string, Reads>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** @returns false when the requests of this lease come from too many networks in turns. */
  mayReadFrom(lease: Lease, ip: string): boolean {
    const reads = this.#readsOf(lease);
    if (ip === reads.lastIp) return true;
    reads.lastIp = ip;
    const network = neighbourhoodOf(ip);
    const isNew = !reads.networks.includes(network);
    const isFull = reads.networks.length >= rememberedNetworks;
    reads.networks = [...reads.networks.filter((known) => known !== network), network].slice(
      -rememberedNetworks,
    );
    return !isNew || !isFull || this.#count(lease, reads, 'networkChanges', 1);
  }

  /** @returns false when it is more than one viewer plays. */
  mayReadPlaylist(lease: Lease, text: string): boolean {
    return this.#count(lease, this.#readsOf(lease), 'playlistSeconds', secondsOf(text));
  }

  /** @returns false when it is more than one viewer plays. */
  mayReadSegment(lease: Lease): boolean {
    return this.#count(lease, this.#readsOf(lease), 'namedSegments', 1);
  }

  #count(lease: Lease, reads: Reads, kind: keyof typeof allowances, amount: number): boolean {
    const poured = pour(reads[kind], amount, allowances[kind], this.#options.steady());
    if (poured !== undefined) {
      reads[kind] = poured;
      return true;
    }
    if (!reads.isEnding) {
      reads.isEnding = true;
      this.#options.onShared(lease).catch(() => {
        reads.isEnding = false;
      });
    }
    return false;
  }

  #readsOf({ leaseId, streamId }: Lease): Reads {
    const name = `${leaseId}/${streamId}`;
    const known = this.#reads.get(name);
    if (known !== undefined) return known;
    const [oldest] = this.#reads.size >= mostCounted ? this.#reads.keys() : [];
    if (oldest !== undefined) this.#reads.delete(oldest);
    const empty = { level: 0, at: 0 };
    const reads: Reads = {
      playlistSeconds: empty,
      namedSegments: empty,
      networkChanges: empty,
      lastIp: '',
      networks: [],
      isEnding: false,
    };
    this.#reads.set(name, reads);
    return reads;
  }
}

/** The seconds until a player needs the next text: a part, or a target duration. */
function secondsOf(text: string): number {
  const head = text.slice(0, 1_000);
  const [, seconds] = /PART-TARGET=([\d.]+)/.exec(head) ?? /TARGETDURATION:(\d+)/.exec(head) ?? [];
  return Number(seconds ?? 1);
}
