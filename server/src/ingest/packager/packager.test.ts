import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { boxesIn } from '../../media/origin/mp4-boxes.ts';
import { readH264Config } from './h264.ts';
import { Packager, type PackagerEvent, partTarget } from './packager.ts';

/** Of OBS with x264, 1920 x 1080: cropped from 1088 lines. */
const record = Buffer.from(
  '01640028ffe1001b67640028acd940780227e5c044000003000400000300f03c60c65801000668ebe3cb22c0',
  'hex',
);
const aac = Buffer.from([0x11, 0x90]);
const frame = (ms: number, isKey: boolean) => ({
  ms,
  isKey,
  compositionMs: 0,
  nalUnits: Buffer.from([0, 0, 0, 2, isKey ? 0x65 : 0x41, 0x80]),
});

let events: PackagerEvent[];
let packager: Packager;
beforeEach(() => {
  events = [];
  packager = new Packager((event) => events.push(event));
  packager.configureVideo(record);
});

const of = <Kind extends PackagerEvent['kind']>(kind: Kind) =>
  events.filter((event): event is Extract<PackagerEvent, { kind: Kind }> => event.kind === kind);

function film(frames: number, { gop = 50, step = 40 }: { gop?: number; step?: number } = {}) {
  for (let index = 0; index < frames; index += 1) packager.pushVideo(frame(index * step, index % gop === 0));
}

/** All tracks of a part: their id and time. */
function tracksOf(bytes: Buffer) {
  const tracks: Array<{ id: number; time: number; samples: number }> = [];
  for (const moof of boxesIn(bytes, 0, bytes.length)) {
    if (moof.type !== 'moof') continue;
    for (const traf of boxesIn(bytes, moof.content, moof.end)) {
      if (traf.type !== 'traf') continue;
      const found = { id: 0, time: 0, samples: 0 };
      for (const { type, content } of boxesIn(bytes, traf.content, traf.end)) {
        if (type === 'tfhd') found.id = bytes.readUInt32BE(content + 4);
        if (type === 'tfdt') found.time = Number(bytes.readBigUInt64BE(content + 4));
        if (type === 'trun') found.samples = bytes.readUInt32BE(content + 4);
      }
      tracks.push(found);
    }
  }
  return tracks;
}

/** When the pictures of a part are shown: their decode times and composition offsets. */
function shownAt(bytes: Buffer): number[] {
  const [moof] = [...boxesIn(bytes, 0, bytes.length)].filter(({ type }) => type === 'moof');
  const [traf] = moof
    ? [...boxesIn(bytes, moof.content, moof.end)].filter(({ type }) => type === 'traf')
    : [];
  const times: number[] = [];
  let time = 0;
  for (const { type, content } of traf ? boxesIn(bytes, traf.content, traf.end) : []) {
    if (type === 'tfdt') time = Number(bytes.readBigUInt64BE(content + 4));
    if (type !== 'trun') continue;
    for (let at = content + 12, left = bytes.readUInt32BE(content + 4); left > 0; at += 16, left -= 1) {
      times.push(time + bytes.readInt32BE(at + 12));
      time += bytes.readUInt32BE(at);
    }
  }
  return times;
}

describe('readH264Config', () => {
  it('reads codec and cropped size', () => {
    expect(readH264Config(record)).toMatchObject({ codec: 'avc1.640028', width: 1920, height: 1080 });
  });

  it('refuses records of any other bytes without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), fc.nat(40), (bytes, at) => {
        const broken = Buffer.from(record);
        broken[at] = bytes[0] ?? 0;
        for (const one of [broken, Buffer.from(bytes)]) {
          const { width = 16, height = 16 } = readH264Config(one) ?? {};
          expect(Math.max(width, height)).toBeLessThanOrEqual(8192);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('Packager', () => {
  it('makes a segment of each distance between key frames, and parts that add up to it', () => {
    film(151);
    expect(of('segment').map(({ startMs, seconds }) => [startMs, seconds])).toEqual([
      [0, 2],
      [2000, 2],
      [4000, 2],
    ]);
    const perSegment = of('part')
      .slice(0, 7)
      .reduce((sum, { seconds }) => sum + seconds, 0);
    expect(perSegment).toBeCloseTo(2, 6);
    expect(
      of('part')
        .map(({ isIndependent }) => isIndependent)
        .slice(0, 8),
    ).toEqual([true, false, false, false, false, false, false, true]);
  });

  it.each([
    ['24', 1000 / 24],
    ['25', 40],
    ['29.97', 1000 / 29.97],
    ['30', 1000 / 30],
    ['50', 20],
    ['59.94', 1000 / 59.94],
    ['60', 1000 / 60],
  ])('keeps parts within 85 and 100 %% of the target at %s frames a second', (_, step) => {
    for (let index = 0; index < 400; index += 1)
      packager.pushVideo(frame(Math.round(index * step), index % 120 === 0));
    const parts = events.filter(({ kind }, at) => kind === 'part' && events[at + 1]?.kind === 'part');
    expect(parts.length).toBeGreaterThan(10);
    for (const part of parts) {
      const { seconds } = part as Extract<PackagerEvent, { kind: 'part' }>;
      expect(seconds).toBeLessThanOrEqual(partTarget);
      expect(seconds).toBeGreaterThanOrEqual(0.85 * partTarget);
    }
  });

  it('keeps parts within the target where frames become longer', () => {
    const steps = [40, 40, 40, 40, 40, 40, 40, 300, 40, 40, 200, 200, 350, 40, 120, 300, 40];
    let ms = 0;
    for (let index = 0; index < 200; index += 1) {
      packager.pushVideo(frame(ms, index % 50 === 0));
      ms += steps[index % steps.length] as number;
    }
    expect(of('part').length).toBeGreaterThan(20);
    for (const { seconds } of of('part')) expect(seconds).toBeLessThanOrEqual(partTarget);
  });

  it('keeps parts within 85 and 100 % where frames are missing or uneven, and shows each frame in time (28.42)', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 350 }), { minLength: 20, maxLength: 300 }), (steps) => {
        const seen: PackagerEvent[] = [];
        const uneven = new Packager((event) => seen.push(event));
        uneven.configureVideo(record);
        let ms = 0;
        const shown = steps.map((step, index) => {
          uneven.pushVideo(frame(ms, index % 50 === 0));
          ms += step;
          return (ms - step) * 90;
        });
        uneven.flush();
        const parts = seen.filter((event) => event.kind === 'part');
        expect(parts.flatMap(({ bytes }) => shownAt(bytes))).toEqual(shown);
        for (const [at, event] of seen.entries()) {
          if (event.kind !== 'part') continue;
          expect(event.seconds).toBeLessThanOrEqual(partTarget);
          if (seen[at + 1]?.kind === 'part') expect(event.seconds).toBeGreaterThanOrEqual(0.85 * partTarget);
        }
      }),
    );
  });

  it('cuts a long distance between key frames, below the rounded target', () => {
    film(1000, { gop: 250 });
    const [first, ...later] = of('segment');
    expect(first?.seconds).toBeLessThanOrEqual(6);
    for (const { seconds } of later) expect(Math.round(seconds)).toBeLessThanOrEqual(6);
    expect(later.length).toBeGreaterThan(3);
  });

  it('puts the parameter sets before every key frame, for decoders that change size', () => {
    film(60);
    const [first] = of('part');
    const sps = record.subarray(8, 8 + 27);
    expect(first?.bytes.includes(sps)).toBe(true);
  });

  it('leaves the delimiters of AV1 out, which have no place in an MP4', () => {
    packager.configureVideo(Buffer.from('81000c000a0b000000043cfecc02f80040', 'hex'), 'av01');
    const [delimiter, unit] = [Buffer.from('1200', 'hex'), Buffer.from('320411223344', 'hex')];
    for (let index = 0; index < 60; index += 1)
      packager.pushVideo({
        ...frame(index * 40, index % 50 === 0),
        nalUnits: Buffer.concat([delimiter, unit]),
      });
    expect(of('init')[0]).toMatchObject({ codecs: 'av01.0.00M.08,mp4a.40.2', width: 320, height: 180 });
    const bytes = of('part')[0]?.bytes as Buffer;
    const data = [...boxesIn(bytes, 0, bytes.length)].find(({ type }) => type === 'mdat');
    const header = Buffer.from('0a0b000000043cfecc02f80040', 'hex');
    expect(bytes.subarray(data?.content).indexOf(Buffer.concat([header, unit, unit]))).toBe(0);
  });

  it('begins anew with another size at a key frame, and not in between', () => {
    film(60);
    const other = Buffer.from(record);
    other[3] = 0x29;
    packager.configureVideo(other);
    for (let index = 60; index < 130; index += 1) packager.pushVideo(frame(index * 40, index % 50 === 0));
    expect(of('init').map(({ codecs }) => codecs)).toEqual([
      'avc1.640028,mp4a.40.2',
      'avc1.640029,mp4a.40.2',
    ]);
    const at = events.findIndex((event) => event.kind === 'init' && event.codecs.includes('640029'));
    expect(events[at - 1]).toMatchObject({ kind: 'segment', startMs: 2000, seconds: 2 });
  });

  it('begins anew when the stream itself says another size, without a record', () => {
    film(60);
    const small = '0142c00bffe1001c6742c00bda0a37e4ffc010000b44000003000400000300c83c50aa8001000568ce039c80';
    const sets = readH264Config(Buffer.from(small, 'hex'))?.parameterSets as Buffer;
    for (let index = 60; index < 260; index += 1) {
      const one = frame(index * 40, index % 50 === 0);
      packager.pushVideo({
        ...one,
        nalUnits: Buffer.concat([one.isKey ? sets : Buffer.alloc(0), one.nalUnits]),
      });
    }
    // Once; its pixels are not square, and it is shown in its shape.
    expect(of('init').map(({ width, height }) => [width, height])).toEqual([
      [1920, 1080],
      [228, 90],
    ]);
    expect(of('init')[1]?.bytes.includes('pasp')).toBe(true);
  });

  it('makes no segment at a picture that is only called a key frame', () => {
    for (let index = 0; index < 300; index += 1)
      packager.pushVideo({ ...frame(index * 40, index === 0), isKey: index % 25 === 0 });
    for (const { seconds } of of('segment')) expect(seconds).toBeGreaterThan(5);
    expect(packager.keyFrameProblem).toBe('open-gop');
  });

  it('holds the picture back for a sound that comes two seconds later, and not for one that is gone', () => {
    packager.configureAudio(aac);
    const behind = () => {
      const [shown, made] = [of('part').reduce((sum, { seconds }) => sum + seconds, 0), events.length];
      return { shown, made };
    };
    for (let ms = 0; ms <= 12_000; ms += 20) {
      if (ms % 40 === 0) packager.pushVideo(frame(ms, ms % 2_000 === 0));
      if (ms <= 8_000) packager.pushAudio(ms - 2_000, Buffer.from('sound'));
      if (ms === 8_000) expect(behind().shown).toBeCloseTo(6.1, 0);
      if (ms === 8_600) expect(behind().shown).toBeGreaterThan(7.9);
    }
    const parts = of('part').map(({ bytes }) => tracksOf(bytes));
    const sounds = parts.flatMap((tracks) => tracks.filter(({ id }) => id === 2));
    for (const [index, { time }] of sounds.slice(1).entries())
      expect(time).toBe((sounds[index]?.time ?? 0) + (sounds[index]?.samples ?? 0) * 1024);
    expect(of('segment').map(({ startMs }) => startMs)).toEqual([0, 2000, 4000, 6000, 8000, 10_000]);
  });

  it('counts sound in samples, and moves the count only for what people would hear', () => {
    packager.configureAudio(aac);
    for (let index = 0; index < 100; index += 1) {
      packager.pushVideo(frame(index * 40, index % 50 === 0));
      // Two frames for each picture, a little late and uneven, as encoders round.
      packager.pushAudio(Math.round(index * 40 + (index % 3)), Buffer.alloc(8));
      packager.pushAudio(Math.round(index * 40 + 21), Buffer.alloc(8));
    }
    const sound = of('part').flatMap(({ bytes }) => tracksOf(bytes).filter(({ id }) => id === 2));
    expect(sound.length).toBeGreaterThan(8);
    for (const [at, { time }] of sound.slice(1).entries()) {
      const before = sound[at];
      expect(time).toBeGreaterThanOrEqual((before?.time ?? 0) + (before?.samples ?? 0) * 1024);
    }
  });

  it('never runs back, skips no time inside a segment and loses no frame, for any feed', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ step: fc.integer({ min: -50, max: 900 }), isKey: fc.boolean(), flush: fc.nat(40) }),
          { maxLength: 200 },
        ),
        (frames) => {
          const seen: PackagerEvent[] = [];
          const random = new Packager((event) => seen.push(event));
          random.configureVideo(record);
          let ms = 0;
          for (const { step, isKey, flush } of frames) {
            if (flush === 0) random.flush();
            ms = Math.max(0, ms + step);
            random.pushVideo(frame(ms, isKey));
          }
          random.flush();
          let [parts, end] = [0, -1];
          for (const event of seen) {
            if (event.kind === 'part') parts += event.seconds;
            if (event.kind !== 'segment') continue;
            expect(event.seconds).toBeCloseTo(parts, 6);
            parts = 0;
            end = event.startMs + event.seconds * 1000;
          }
          expect(parts).toBe(0);
          expect(end).toBeGreaterThanOrEqual(-1);
        },
      ),
      { numRuns: 300 },
    );
  });
});
