import { attempt } from '../ingest/attempt.ts';

/** Passes the changes of the database on to whatever keeps something in memory. */
export interface ChangeSubscriber {
  /** Something of this event has changed: the event, a block, a live stream, or its broadcast. */
  changed?(eventId: string): void;
  /**
   * A right to watch that rests on this row may have gone: a lease, a login session, a user, an event, a block or a
   * live stream; `*`: any right.
   */
  revoked?(id: string): void;
  /** Which encoder may write to this ingest, or which server has it, has changed. */
  ingestChanged?(ingestId: string): void;
  /** Anything may have changed. */
  missed(): void;
}

/** `missed` is called when listening begins, and when it begins again after a break. */
export interface ChangeListener extends Required<ChangeSubscriber> {
  /** Whatever was committed before this instant has been reported. @param instant by `performance.now()`. */
  heardUntil(instant: number): void;
  onError(error: unknown): void;
}

export interface Listening extends AsyncDisposable {
  /** Makes sure for the next seconds that `heardUntil` is called often. */
  listenClosely(): void;
}

export class Changes {
  readonly #subscribers = new Set<ChangeSubscriber>();
  #listening: Listening | undefined;
  #heardUntil = Number.NEGATIVE_INFINITY;

  subscribe(subscriber: ChangeSubscriber): void {
    this.#subscribers.add(subscriber);
  }

  /** Listens until it is disposed. */
  listenTo(
    database: { listen(listener: ChangeListener): Listening },
    onError: (error: unknown) => void,
  ): AsyncDisposable {
    // One that fails keeps nothing from the others.
    const tell = (call: (subscriber: ChangeSubscriber) => void) => {
      for (const subscriber of this.#subscribers) attempt(() => call(subscriber), onError);
    };
    this.#listening = database.listen({
      changed: (eventId) => tell((subscriber) => subscriber.changed?.(eventId)),
      revoked: (id) => tell((subscriber) => subscriber.revoked?.(id)),
      ingestChanged: (id) => tell((subscriber) => subscriber.ingestChanged?.(id)),
      missed: () => tell((subscriber) => subscriber.missed()),
      heardUntil: (instant) => {
        this.#heardUntil = instant;
      },
      onError,
    });
    return this.#listening;
  }

  /** Whether everything has been heard that was committed longer ago than this. */
  hasHeardAllBefore(agoMs: number): boolean {
    this.#listening?.listenClosely();
    return performance.now() - this.#heardUntil < agoMs;
  }
}
