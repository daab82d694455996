/**
 * Ingests at a video provider (docs/product.md, 28): the provider takes the encoder, and this server only asks it what
 * arrives. A message of the provider makes it ask at once, so a lost, late or repeated one changes nothing.
 */
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { type Loop, type LoopOptions, startLoop } from '../../loop.ts';
import { removeLoose } from '../../media/loose/remove-loose.ts';
import {
  type LiveInput,
  RemoteAway,
  type RemoteProvider,
  RemoteRefusal,
} from '../../media/video-provider.ts';
import { claimRemoteInputs, noteRemoteFeed } from './remote-inputs.repository.ts';

export interface RemoteInputsOptions {
  db: Db;
  now: () => Date;
  provider: Pick<
    RemoteProvider,
    'name' | 'createLiveInput' | 'replaceKey' | 'isReceiving' | 'closeLiveInput' | 'deleteLiveInput'
  >;
  log: LoopOptions['log'];
  /** True while nothing may be stored, for example on a full disk. */
  isPaused?: LoopOptions['isPaused'];
}

const sweepEveryMs = 5_000;
/** An input that was asked for less than a second ago is not asked for at once. */
const againMs = 1_100;

export class RemoteInputs implements AsyncDisposable {
  readonly #options: RemoteInputsOptions;
  #loop: Loop | undefined;
  #again: NodeJS.Timeout | undefined;

  constructor(options: RemoteInputsOptions) {
    this.#options = options;
  }

  /** For people. */
  get name(): string {
    return this.#options.provider.name;
  }

  start(): Loop {
    const { log, isPaused } = this.#options;
    this.#loop ??= startLoop({
      run: ({ isWoken }) => this.sweep({ isUrgent: isWoken }),
      pauseMs: sweepEveryMs,
      log,
      failure: 'live inputs could not be looked after',
      isPaused,
      startsWithPause: true,
    });
    return this.#loop;
  }

  /** Asks now what arrives, and once more a moment later: the change may be about what was asked just before it. */
  wake(): void {
    const loop = this.start();
    loop.wake();
    this.#again ??= setTimeout(() => {
      this.#again = undefined;
      loop.wake();
    }, againMs).unref();
  }

  /** @throws problem 503 when the provider is away or refuses. */
  create(name: string): Promise<LiveInput> {
    return this.#ask((provider) => provider.createLiveInput(name));
  }

  /** The same. */
  replaceKey(videoId: string): Promise<LiveInput> {
    return this.#ask((provider) => provider.replaceKey(videoId));
  }

  /** The same. A live input that the provider has lost is closed. */
  close(videoId: string): Promise<void> {
    return this.#ask((provider) =>
      provider.closeLiveInput(videoId).catch((error) => {
        if (!(error instanceof RemoteRefusal && error.status === 404)) throw error;
      }),
    );
  }

  /** The same. */
  delete(videoId: string): Promise<void> {
    return this.#ask((provider) => provider.deleteLiveInput(videoId));
  }

  /** Notes what arrives at the inputs that are due. Several servers share the work. @param isUrgent all that were not asked for a moment ago. */
  async sweep({ isUrgent = false } = {}): Promise<void> {
    const { db, now, provider, log } = this.#options;
    for (const { id, remoteVideoId } of await claimRemoteInputs(db, now(), { isUrgent })) {
      try {
        const isReceiving = await provider.isReceiving(remoteVideoId);
        await noteRemoteFeed(db, id, { isReceiving, now: now().toISOString() });
      } catch (error) {
        // Nobody knows what arrives: the state stays as it is.
        log.warn({ err: error, ingestId: id }, 'the video provider did not say what arrives');
      }
    }
  }

  /** Removes the inputs of deleted ingests at the provider. @returns how many; below the limit when nothing is left. */
  removeLoose(limit: number): Promise<number> {
    const { db, provider } = this.#options;
    return removeLoose(db, { kind: 'live-input', limit }, ({ remoteVideoId }) =>
      provider.deleteLiveInput(String(remoteVideoId)),
    );
  }

  async [Symbol.asyncDispose]() {
    clearTimeout(this.#again);
    await this.#loop?.[Symbol.asyncDispose]();
  }

  async #ask<T>(call: (provider: RemoteInputsOptions['provider']) => Promise<T>): Promise<T> {
    const { provider, log } = this.#options;
    try {
      return await call(provider);
    } catch (error) {
      if (!(error instanceof RemoteAway || error instanceof RemoteRefusal)) throw error;
      log.warn({ err: error }, 'the video provider did not do what was asked');
      throw problem('service-unavailable', {
        detail:
          error instanceof RemoteAway
            ? `${provider.name} does not answer. Try again soon.`
            : `${provider.name} refused this (${error.code}). Look at its dashboard.`,
        headers: { 'retry-after': '5' },
      });
    }
  }
}
