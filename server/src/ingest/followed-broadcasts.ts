/** The broadcasts that this server's viewers watch and other servers have. */
import type { OriginVideo } from '../media/origin/origin-video.ts';
import { RelayedFiles } from '../media/relay/relayed-files.ts';
import { type FollowDeps, FollowedBroadcast } from './followed-broadcast.ts';

/** Then nobody watches it here any more. */
const keptMs = 5 * 60_000;

export class FollowedBroadcasts {
  readonly #deps: FollowDeps;
  readonly #followed = new Map<string, FollowedBroadcast>();

  constructor(deps: Omit<FollowDeps, 'files'>) {
    this.#deps = { ...deps, files: new RelayedFiles() };
  }

  /** Not a promise for what is live, because nearly all requests are for its segments. */
  videoOf(id: string): OriginVideo | undefined | Promise<OriginVideo | undefined> {
    const broadcast = this.#followed.get(id) ?? this.#follow(id);
    broadcast.askedAt = performance.now();
    if (broadcast.isLive) return broadcast.video;
    return broadcast.hasVideo().then((hasVideo) => {
      if (broadcast.isClosed) return this.#deps.videoOf(id);
      return hasVideo ? broadcast.video : undefined;
    });
  }

  /** Its row has changed: who owns it, or what its replay shows. Never rejects. */
  changed(id: string): Promise<void> {
    const reading = this.#followed.get(id)?.readAgain() ?? Promise.resolve();
    return reading.catch((error) =>
      this.#deps.onError(error, 'the owner of a broadcast is not known for now'),
    );
  }

  /** Anything may have changed. */
  missed() {
    for (const id of this.#followed.keys()) this.changed(id).catch(() => {});
  }

  /** This server has it now, or nobody does. */
  leave(id: string) {
    const broadcast = this.#followed.get(id);
    this.#followed.delete(id);
    broadcast?.close();
  }

  close() {
    for (const id of [...this.#followed.keys()]) this.leave(id);
  }

  #follow(id: string): FollowedBroadcast {
    const oldest = performance.now() - keptMs;
    for (const [known, { askedAt }] of this.#followed) if (askedAt < oldest) this.leave(known);
    const broadcast = new FollowedBroadcast(id, this.#deps);
    this.#followed.set(id, broadcast);
    return broadcast;
  }
}
