import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WaitRefused } from '../origin/origin-video.ts';
import { deltaOf, hasPart, readLiveList } from './live-list.ts';
import { RelayedList } from './relayed-list.ts';

/** Segments from 7 on, the last one still growing. */
const listOf = (segments: number, parts: number, end = '') =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-PART-INF:PART-TARGET=1.000\n#EXT-X-MEDIA-SEQUENCE:7\n${'#EXT-X-PART:DURATION=1,URI="/p"\n#EXTINF:2,\n/media/segments/s\n'.repeat(segments)}${'#EXT-X-PART:DURATION=1,URI="/p"\n'.repeat(parts)}#EXT-X-PRELOAD-HINT:TYPE=PART,URI="/h"\n${end}`;

const plain = { wait: undefined, isDelta: false };
const at = (msn: number, part: number) => ({ wait: { msn, part }, isDelta: false });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An owner that answers when it is told to. */
function newOwner() {
  const waits: Array<{ msn: number; part: number } | undefined> = [];
  let answer: (text: string | Error) => void = () => {};
  const list = new RelayedList((wait) => {
    waits.push(wait);
    return new Promise((resolve, reject) => {
      answer = (text) =>
        text instanceof Error ? reject(text) : resolve({ bytes: Buffer.from(text), etag: '' });
    });
  });
  const tell = async (text: string | Error) => {
    answer(text);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { waits, list, tell };
}

it('reads where a playlist ends', () => {
  expect(readLiveList(listOf(3, 2))).toMatchObject({ nextMsn: 10, parts: 2, target: 2, isOver: false });
  expect(readLiveList(listOf(3, 0, '#EXT-X-ENDLIST\n'))).toMatchObject({
    nextMsn: 10,
    parts: 0,
    isOver: true,
  });
  const list = readLiveList(listOf(3, 2));
  const asked: Array<[number, number | undefined]> = [
    [9, undefined],
    [9, 0],
    [9, 1],
    [10, 1],
    [10, 2],
    [10, undefined],
    [11, 0],
  ];
  expect(asked.map(([msn, part]) => hasPart(list, { msn, part }))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  // The segment has ended with one part, and the next one has none yet.
  expect(hasPart(readLiveList(listOf(3, 0)), { msn: 9, part: 1 })).toBe(false);
});

it('holds one reload at the owner for any number of viewers, and answers each when their part is there', async () => {
  const { waits, list, tell } = newOwner();
  const first = list.get(plain);
  await tell(listOf(1, 1));
  expect(await first).toBe(listOf(1, 1));
  const done: number[] = [];
  const viewers = Array.from({ length: 50 }, (_, index) =>
    list.get(at(8, index < 25 ? 1 : 2)).then(() => done.push(index)),
  );
  await tell(listOf(1, 2));
  expect(done).toHaveLength(25);
  await tell(listOf(2, 1));
  await Promise.all(viewers);
  expect(waits).toEqual([undefined, { msn: 8, part: 1 }, { msn: 8, part: 2 }, { msn: 9, part: 1 }]);
});

it('refuses to wait for what is too far ahead, and answers with what it has after three target durations', async () => {
  const { list, tell } = newOwner();
  const first = list.get(plain);
  await tell(listOf(1, 1));
  await first;
  await expect(list.get(at(10, 0))).rejects.toBeInstanceOf(WaitRefused);
  const late = list.get(at(9, 0));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await late).toBe(listOf(1, 1));
});

it('keeps the last list while the owner is away, and asks again', async () => {
  const { waits, list, tell } = newOwner();
  const first = list.get(plain);
  await tell(listOf(1, 1));
  await first;
  for (let time = 0; time < 3; time += 1) {
    await tell(new Error('away'));
    expect(await list.get(plain)).toBe(listOf(1, 1));
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(waits).toHaveLength(5);
});

it('leaves the owner alone when nobody watches, and starts afresh for the next viewer', async () => {
  const { waits, list, tell } = newOwner();
  const first = list.get(plain);
  await tell(listOf(1, 1));
  await first;
  await vi.advanceTimersByTimeAsync(16_000);
  await tell(listOf(1, 2));
  const before = waits.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(waits).toHaveLength(before);
  const next = list.get(plain);
  expect(waits.at(-1)).toBeUndefined();
  await tell(listOf(9, 0));
  expect(await next).toBe(listOf(9, 0));
});

it('lets go of everybody who waits when it is closed', async () => {
  const { list, tell } = newOwner();
  const first = list.get(plain);
  await tell(listOf(1, 1));
  await first;
  const waiting = list.get(at(8, 3));
  list.close();
  expect(await waiting).toBeUndefined();
});

it('leaves out of a delta what a player has read', () => {
  const head =
    '#EXTM3U\n#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=4.0\n#EXT-X-MEDIA-SEQUENCE:7\n';
  const segment = (name: number) => `#EXT-X-PROGRAM-DATE-TIME:x\n#EXTINF:2.00000,\n1-${name}.m4s\n`;
  const [old, kept] = [segment(7) + segment(8), segment(9) + segment(10)];
  const tail = '#EXT-X-PART:DURATION=1,URI="/p"\n';
  const text = `${head}#EXT-X-MAP:URI="i.mp4"\n${old}${kept}${tail}`;
  expect(deltaOf(readLiveList(text))).toBe(`${head}#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n${kept}${tail}`);
  expect(deltaOf(readLiveList(`${text}#EXT-X-ENDLIST\n`))).toBe(`${text}#EXT-X-ENDLIST\n`);
  expect(deltaOf(readLiveList(`${head}${kept}`))).toBe(`${head}${kept}`);
});

it('follows again after an answer that it cannot take', async () => {
  const onError = vi.fn();
  const answers = [
    { bytes: undefined as never, etag: '' },
    { bytes: Buffer.from(listOf(1, 1)), etag: '' },
  ];
  const list = new RelayedList(async () => answers.shift(), onError);
  const first = list.get(plain);
  await vi.advanceTimersByTimeAsync(6_000);
  expect([await first, onError.mock.calls.length]).toEqual([undefined, 1]);
  const second = list.get(plain);
  await vi.advanceTimersByTimeAsync(0);
  expect(await second).toBe(listOf(1, 1));
  list.close();
});
