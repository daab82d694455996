import { expect, it } from 'vitest';
import { inThreadTime, type TraceEvent } from './thread-time.ts';

const event = (name: string, ts: number, more: Partial<TraceEvent> = {}): TraceEvent => ({
  name,
  ph: 'X',
  pid: 1,
  tid: 1,
  ts,
  args: {},
  ...more,
});
const mainThread = event('thread_name', 0, { ph: 'M', args: { name: 'CrRendererMain' } });
const timesOf = (events: readonly TraceEvent[]) => events.map(({ name, ts, dur }) => [name, ts, dur]);

it('shortens a task to the time that its thread ran, and what is inside with it', () => {
  const trace = [
    mainThread,
    event('RunTask', 1000, { dur: 400, tdur: 100 }),
    event('FunctionCall', 1200, { dur: 160, tdur: 40 }),
    event('mark', 1240, { ph: 'I' }),
    event('RunTask', 2000, { dur: 50, tdur: 50 }),
  ];
  expect(timesOf(inThreadTime(trace))).toEqual([
    ['thread_name', 0, undefined],
    ['RunTask', 1000, 100],
    ['FunctionCall', 1050, 40],
    ['mark', 1060, undefined],
    ['RunTask', 2000, 50],
  ]);
});

it('leaves other threads, tasks of unknown time and a clock that runs ahead alone', () => {
  const trace = [
    mainThread,
    event('RunTask', 1000, { tid: 2, dur: 400, tdur: 100 }),
    event('RunTask', 2000, { dur: 400 }),
    event('RunTask', 3000, { dur: 400, tdur: 500 }),
  ];
  expect(inThreadTime(trace)).toEqual(trace);
});
