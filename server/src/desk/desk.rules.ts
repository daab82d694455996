/** The figures of the live desk (docs/product.md, section 21). Pure: callers pass the time. */
import { leaseLifetimeMs } from '../playback/playback.rules.ts';

/** How long a refusal is shown. */
const refusalsShownMs = 5 * 60_000;
/** Refusals are counted together for so long. */
const refusalSliceMs = 15_000;
/** Numbers change without an event of their own, so an open desk is read again this often. */
export const deskRefreshMs = 5_000;
/** Counted refusals and peaks are stored this often. */
export const flushMs = 5_000;

export function deskTimes(now: Date) {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  return { pingedAfter: ago(leaseLifetimeMs), refusedAfter: ago(refusalsShownMs) };
}

/** The start of the slice of time in which a refusal is counted. */
export function refusalSlice(now: Date): string {
  return new Date(Math.floor(now.getTime() / refusalSliceMs) * refusalSliceMs).toISOString();
}

interface Counted {
  viewers: number;
  peakViewers: number;
}

/** A peak is stored every few seconds; until then the present number may be above it. */
export function withPeak<Stream extends Counted>(stream: Stream): Stream {
  return { ...stream, peakViewers: Math.max(stream.viewers, stream.peakViewers) };
}
