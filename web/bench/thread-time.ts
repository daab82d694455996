/** Takes out of a trace what other processes took from the page: a machine with busy neighbours changes nothing then. */

/** An event of Chromium's trace format; times in microseconds, `tdur` the time that the thread itself was running. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

/** Shortens each task of a page's main thread to the time that the thread ran, and moves what is inside with it. */
export function inThreadTime(events: readonly TraceEvent[]): TraceEvent[] {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  const mainThreads = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  );
  const tasks = new Map<string, { start: number; end: number; ratio: number }>();
  return events
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    .map((event) => {
      const thread = threadOf(event);
      if (!mainThreads.has(thread)) return event;
      const task = tasks.get(thread);
      if (task && event.ts < task.end) return shortened(event, task);
      const { ts, dur, tdur } = event;
      if (!dur || tdur === undefined || !event.name.endsWith('RunTask')) return event;
      const begun = { start: ts, end: ts + dur, ratio: Math.min(1, tdur / dur) };
      tasks.set(thread, begun);
      return shortened(event, begun);
    });
}

function shortened(event: TraceEvent, { start, ratio }: { start: number; ratio: number }): TraceEvent {
  const ts = Math.round(start + (event.ts - start) * ratio);
  return event.dur === undefined ? { ...event, ts } : { ...event, ts, dur: Math.round(event.dur * ratio) };
}
