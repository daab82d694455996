/**
 * Applies the remedies that the ladder chooses, one at a time. A fault that comes meanwhile is of the same trouble and
 * counts no more. The viewer reads that the player reconnects until media arrives or loading stops.
 */
import { errorOf } from './hls-faults.ts';
import { PlayerError } from './player-error.ts';
import { createRecoveryLadder, type Fault } from './recovery-ladder.ts';
import { createRetryTimer } from './retry-timer.ts';

/** What a recovery does to the engine. */
export interface Remedies {
  /** Called at each fault, before its remedy. */
  onFault: () => void;
  onReconnecting: (isReconnecting: boolean) => void;
  /** False while the player is paused: then nothing is tried again. */
  isLoadingWanted: () => boolean;
  stopLoad: () => void;
  resume: () => void;
  recoverMedia: () => void;
  /** Goes on behind the place of the fault, and so many fragments further. */
  stepOver: (fragments: number) => void;
  rebuild: () => void;
  renew: () => Promise<void>;
  giveUp: (error: PlayerError) => void;
}

export class Recovery {
  readonly #remedies: Remedies;
  readonly #ladder = createRecoveryLadder(() => performance.now());
  readonly #retry = createRetryTimer();
  /** `renewing`: a new address is on its way. `waiting`: a retry is due later. `over`: nothing is remedied any more. */
  #state: 'ready' | 'renewing' | 'waiting' | 'over' = 'ready';
  #isReconnecting = false;

  constructor(remedies: Remedies) {
    this.#remedies = remedies;
  }

  /** False while a remedy is being applied, and at the end. */
  isReady() {
    return this.#state === 'ready';
  }

  recover(fault: Fault, cause: unknown) {
    if (this.#state === 'ready') this.#apply(fault, cause, this.#remedies.resume);
  }

  /** Media has arrived. */
  onProgress() {
    this.#ladder.onProgress();
    this.#setReconnecting(false);
  }

  /** Loading stops. A renewal goes on, because the next start needs its address. */
  pause() {
    this.#cancelRetry();
    this.#setReconnecting(false);
  }

  end() {
    this.#cancelRetry();
    this.#state = 'over';
  }

  #apply(fault: Fault, cause: unknown, again: () => void) {
    const { onFault, recoverMedia, stepOver, rebuild, stopLoad } = this.#remedies;
    this.#setReconnecting(true);
    onFault();
    const remedy = this.#ladder.next(fault);
    if (remedy.do === 'give-up') return this.#giveUp(errorOf(fault, cause));
    if (remedy.do === 'recover-media') return recoverMedia();
    if (remedy.do === 'step-over') return stepOver(remedy.fragments);
    if (remedy.do === 'rebuild') return rebuild();
    stopLoad();
    if (remedy.do === 'renew') void this.#renew();
    else this.#retryAfter(remedy.afterMs, again);
  }

  #retryAfter(ms: number, again: () => void) {
    this.#state = 'waiting';
    this.#retry.start(ms, () => {
      this.#state = 'ready';
      again();
    });
  }

  async #renew() {
    this.#state = 'renewing';
    try {
      await this.#remedies.renew();
      if (this.#endRenewal()) this.#remedies.resume();
    } catch (cause) {
      // The player was paused meanwhile, for example because another page plays. Its next start authorises again.
      if (!this.#endRenewal() || !this.#remedies.isLoadingWanted()) return;
      if (cause instanceof PlayerError) this.#giveUp(cause);
      else this.#apply('network', cause, () => void this.#renew());
    }
  }

  /** @returns false when the recovery has ended meanwhile. */
  #endRenewal() {
    if (this.#state === 'renewing') this.#state = 'ready';
    return this.#state !== 'over';
  }

  #giveUp(error: PlayerError) {
    this.#setReconnecting(false);
    this.#remedies.giveUp(error);
  }

  #cancelRetry() {
    this.#retry.cancel();
    if (this.#state === 'waiting') this.#state = 'ready';
  }

  #setReconnecting(value: boolean) {
    if (this.#isReconnecting === value) return;
    this.#isReconnecting = value;
    this.#remedies.onReconnecting(value);
  }
}
