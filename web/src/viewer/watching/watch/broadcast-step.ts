import type { Broadcast } from '../../competitions/competition-types.ts';
import type { WatchState } from './watch-parts.ts';
import { isTemporary, waitsForViewer } from './watch-stop.ts';

type Step = 'stay' | 'wait' | 'begin' | 'retry' | 'play-out' | 'go-live';

/** What a watch does in each of its phases when the broadcast changes (docs/product.md, 28.15). */
export function stepAfter(broadcast: Broadcast, state: WatchState): Step {
  // After the limit of devices, only an action of the viewer begins again.
  if (state.phase === 'stopped' && waitsForViewer(state.reason)) return 'stay';
  if (broadcast === 'waiting') return 'wait';
  switch (state.phase) {
    case 'connecting':
    case 'asking':
      return 'stay';
    case 'waiting':
      return 'begin';
    case 'watching':
      if (broadcast === 'ended' && state.mode === 'live') return 'play-out';
      return broadcast === 'live' && state.mode === 'replay' ? 'go-live' : 'stay';
    case 'ended':
      return broadcast === 'live' ? 'begin' : 'stay';
    case 'stopped':
      if (isTemporary(state.reason)) return 'retry';
      return state.reason === 'nothing-recorded' ? 'begin' : 'stay';
  }
}
