/**
 * Decides on the remedy for a fault of the video, step by step; the engine applies it (docs/product.md, 16.10).
 * - A refused token is renewed once; after that the player is rebuilt.
 * - A network fault is retried after 1, 2 and 4 s, then every 8 s, for about a minute.
 * - A recording that is not there is asked for twice more, after 1 and 2 s. One of which a part is not there any more was
 *   trimmed, so its playlist is read again; a second time within a minute it is a network fault.
 * - A decoder fault is recovered at its place; a second one within 15 s counts as damage.
 * - Damaged media is stepped over: one fragment, and 2, 4 and 8 where the next damage comes within 10 s.
 * - After three rebuilds, and with the ninth step within a minute, the player gives up.
 * A network fault never rebuilds the player: the last frame stays, not a black picture.
 */
export type Fault = 'refused' | 'missing' | 'changed' | 'network' | 'media' | 'damage' | 'unknown';

type Remedy =
  | { do: 'renew' }
  | { do: 'restart'; afterMs: number }
  | { do: 'recover-media' }
  | { do: 'step-over'; fragments: number }
  | { do: 'rebuild' }
  | { do: 'give-up' };

const restartDelaysMs = [1000, 2000, 4000, 8000];
/** About a minute in total: the server keeps the session that long without a ping. */
const maxRestarts = 10;
const maxRestartsOfMissing = 2;
const changeWindowMs = 60_000;
const mediaFaultWindowMs = 15_000;
const [maxSteps, stepsWithinMs] = [8, 60_000];
const [longestStep, quickStepMs] = [8, 10_000];
const maxRebuilds = 3;
/** The rebuilds are counted from zero again after this time without a fault. */
const healthyAfterMs = 60_000;

interface RecoveryLadder {
  next: (fault: Fault) => Remedy;
  /** Call it when new media has arrived: the network works and the token is accepted. */
  onProgress: () => void;
}

export function createRecoveryLadder(now: () => number): RecoveryLadder {
  let hasRenewed = false;
  let restarts = 0;
  let rebuilds = 0;
  let lastMediaFaultAt = Number.NEGATIVE_INFINITY;
  let steps: Array<{ at: number; fragments: number }> = [];
  let lastChangeAt = Number.NEGATIVE_INFINITY;
  let lastFaultAt = Number.NEGATIVE_INFINITY;

  function rebuild(): Remedy {
    if (rebuilds === maxRebuilds) return { do: 'give-up' };
    rebuilds += 1;
    restarts = 0;
    hasRenewed = false;
    return { do: 'rebuild' };
  }

  function readAgain(at: number): Remedy {
    const isSecond = at - lastChangeAt < changeWindowMs;
    lastChangeAt = at;
    return isSecond ? restart(maxRestarts) : { do: 'rebuild' };
  }

  function restart(most: number): Remedy {
    if (restarts >= most) return { do: 'give-up' };
    // Not a rebuild, so that the last frame stays on screen.
    const afterMs = restartDelaysMs[Math.min(restarts, restartDelaysMs.length - 1)] ?? 0;
    restarts += 1;
    return { do: 'restart', afterMs };
  }

  /** A refusal with a new token means that the stream has another address now, so the player is rebuilt. */
  function renew(): Remedy {
    if (hasRenewed) return rebuild();
    hasRenewed = true;
    return { do: 'renew' };
  }

  function recoverMedia(at: number): Remedy {
    const isSecond = at - lastMediaFaultAt < mediaFaultWindowMs;
    lastMediaFaultAt = at;
    return isSecond ? stepOver(at) : { do: 'recover-media' };
  }

  function stepOver(at: number): Remedy {
    steps = steps.filter((step) => at - step.at < stepsWithinMs);
    if (steps.length === maxSteps) return { do: 'give-up' };
    const last = steps.at(-1);
    const isQuick = last !== undefined && at - last.at < quickStepMs;
    const fragments = isQuick ? Math.min(2 * last.fragments, longestStep) : 1;
    steps.push({ at, fragments });
    return { do: 'step-over', fragments };
  }

  return {
    next(fault) {
      const at = now();
      lastFaultAt = at;
      if (fault === 'refused') return renew();
      if (fault === 'missing') return restart(maxRestartsOfMissing);
      if (fault === 'changed') return readAgain(at);
      if (fault === 'network') return restart(maxRestarts);
      if (fault === 'media') return recoverMedia(at);
      if (fault === 'damage') return stepOver(at);
      return rebuild();
    },
    onProgress() {
      hasRenewed = false;
      restarts = 0;
      if (now() - lastFaultAt > healthyAfterMs) rebuilds = 0;
    },
  };
}
