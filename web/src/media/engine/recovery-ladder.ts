/**
 * What to do about a fault of the video, one rung after the other. It decides only: the engine carries
 * out the remedy. A refused token is renewed once, and then the stream is opened anew; a dead network is
 * tried again after 1, 2, 4 and then every 8 s for about a minute; a broken decoder is recovered, and rebuilt when it breaks again within 5 s; after three rebuilds the
 * player is given up.
 */
export type Fault = 'refused' | 'network' | 'media' | 'unknown';

type Remedy =
  | { do: 'renew' }
  | { do: 'restart'; afterMs: number }
  | { do: 'recover-media' }
  | { do: 'rebuild' }
  | { do: 'give-up' };

const restartDelaysMs = [1000, 2000, 4000, 8000];
/** About a minute in all, which is how long the server keeps the session of a silent device. */
const maxRestarts = 10;
const mediaFaultWindowMs = 5000;
const maxRebuilds = 3;
/** A rebuild is forgiven once the picture has moved this long without a fault. */
const healthyAfterMs = 60_000;

interface RecoveryLadder {
  next: (fault: Fault) => Remedy;
  /** New media has arrived: the network works and the token is accepted. */
  progressed: () => void;
}

export function createRecoveryLadder(now: () => number): RecoveryLadder {
  let hasRenewed = false;
  let restarts = 0;
  let rebuilds = 0;
  let lastMediaFaultAt = Number.NEGATIVE_INFINITY;
  let lastFaultAt = Number.NEGATIVE_INFINITY;

  function rebuild(): Remedy {
    if (rebuilds === maxRebuilds) return { do: 'give-up' };
    rebuilds += 1;
    restarts = 0;
    hasRenewed = false;
    return { do: 'rebuild' };
  }

  function restart(): Remedy {
    if (restarts === maxRestarts) return { do: 'give-up' };
    // Never by a rebuild: the last frame stays on screen until there is another.
    const afterMs = restartDelaysMs[Math.min(restarts, restartDelaysMs.length - 1)] ?? 0;
    restarts += 1;
    return { do: 'restart', afterMs };
  }

  /** Refused with a fresh token: the stream itself has another address now, so it is opened anew. */
  function renew(): Remedy {
    if (hasRenewed) return rebuild();
    hasRenewed = true;
    return { do: 'renew' };
  }

  function recoverMedia(at: number): Remedy {
    const isSecond = at - lastMediaFaultAt < mediaFaultWindowMs;
    lastMediaFaultAt = at;
    return isSecond ? rebuild() : { do: 'recover-media' };
  }

  return {
    next(fault) {
      const at = now();
      lastFaultAt = at;
      if (fault === 'refused') return renew();
      if (fault === 'network') return restart();
      if (fault === 'media') return recoverMedia(at);
      return rebuild();
    },
    progressed() {
      hasRenewed = false;
      restarts = 0;
      if (now() - lastFaultAt > healthyAfterMs) rebuilds = 0;
    },
  };
}
