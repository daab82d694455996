/** Makes the inputs of the cases with ffmpeg, once. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isHeader, isKeyPicture, type Message, messageType, readFlv, uint, writeFlv } from './rtmp.ts';

const picture = (size = '320x180', rate = 30) => `-f lavfi -i testsrc2=size=${size}:rate=${rate}`;
const sine = (rate = 48_000, more = '') => `-f lavfi -i sine=frequency=440:sample_rate=${rate}${more}`;
const aac = '-c:a aac -b:a 64k -ac 2';
const x264 = '-c:v libx264 -pix_fmt yuv420p -b:v 300k -sc_threshold 0';
/** As a live encoder: no B-frames, a key frame every 2 s. */
const live = `${x264} -preset ultrafast -tune zerolatency -g 60 -keyint_min 60`;
/** As an export of an editor. */
const film = `${x264} -preset veryfast -g 60 -bf 2`;
const openGop = '-x264-params open-gop=1:bframes=3:b-pyramid=normal:keyint=60:min-keyint=60:scenecut=0';
const high10 = '-pix_fmt yuv420p10le -profile:v high10';
const wide = `${picture('360x288', 25)} ${sine()} -vf setsar=64/45`;
const hdr10 = 'colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:hdr-opt=1';

type Step = string | ((folder: string) => void);

/** Each is a list of steps: arguments of ffmpeg, where `%` is the folder, or a function. */
const recipes: Record<string, Step[]> = {
  'base.flv': [`${picture()} ${sine()} -t 60 ${live} ${aac} %base.flv`],
  'no-sound.flv': [`${picture()} -t 60 ${live} -an %no-sound.flv`],
  'other-size.flv': [
    `${picture('480x270')} ${sine(44_100)} -t 60 ${live} -c:a aac -b:a 64k -ac 1 %other-size.flv`,
  ],
  'surround.flv': [`${picture()} ${sine()} -t 60 ${live} -c:a aac -b:a 192k -ac 6 %surround.flv`],
  'slow-pictures.flv': [
    `${picture('320x180', 10)} ${sine()} -t 60 ${live} -g 20 -keyint_min 20 ${aac} %slow-pictures.flv`,
  ],
  'b-frames.flv': [`${picture()} ${sine()} -t 60 ${film} -bf 3 ${aac} %b-frames.flv`],
  'long-gop.flv': [`${picture()} ${sine()} -t 60 ${live} -g 300 -keyint_min 300 ${aac} %long-gop.flv`],
  'intra-refresh.flv': [
    `${picture()} ${sine()} -t 60 ${live} -x264-params intra-refresh=1:keyint=60 ${aac} %intra-refresh.flv`,
  ],
  'big.flv': [
    `${picture('640x360')} ${sine()} -t 40 ${live} -b:v 2500k -maxrate 2500k -bufsize 1250k ${aac} %big.flv`,
  ],
  'open-gop.flv': [
    `${picture()} ${sine()} -t 40 -c:v libx264 -preset veryfast -pix_fmt yuv420p -b:v 300k ${openGop} ${aac} %open-gop.flv`,
  ],
  'wide-pixels.flv': [`${wide} -t 40 ${live} ${aac} %wide-pixels.flv`],
  'high10.flv': [`${picture()} ${sine()} -t 40 ${live} ${high10} ${aac} %high10.flv`],
  'size-change.flv': [
    `${picture('320x180')} ${sine()} -t 12 ${live} ${aac} %small.tmp.flv`,
    `${picture('640x360')} ${sine()} -t 30 ${live} ${aac} %large.tmp.flv`,
    (folder) =>
      changeSize(`${folder}small.tmp.flv`, `${folder}large.tmp.flv`, `${folder}size-change.flv`, 10),
  ],
  'hdr.flv': [
    `${picture()} -t 20 -c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -x265-params log-level=error:keyint=60:bframes=0:${hdr10} -tag:v hvc1 -an %hdr.tmp.mp4`,
    (folder) => writeHevc(`${folder}hdr.tmp.mp4`, `${folder}hdr.flv`),
  ],
  'cut.mp4': [
    `${picture()} ${sine()} -t 30 ${film} -g 150 ${aac} %whole.tmp.mp4`,
    '-ss 7 -i %whole.tmp.mp4 -t 12 -c copy %cut.mp4',
  ],
  'ac3-first.mp4': [
    `${picture()} ${sine()} ${sine()} -map 0 -map 1 -map 2 -t 20 ${film} -c:a:0 ac3 -c:a:1 aac %ac3-first.mp4`,
  ],
  'sound-ends.mp4': [
    `${picture()} ${sine(48_000, ':duration=20')} -map 0 -map 1 -t 60 ${film} ${aac} %sound-ends.mp4`,
  ],
  'sound-hole.mp4': [
    `${picture()} ${sine()} -t 60 ${film} ${aac} %whole.tmp.mp4`,
    `-i %whole.tmp.mp4 -c copy -bsf:a noise=drop='between(n,938,1875)' %sound-hole.mp4`,
  ],
  'sound-late.mp4': [
    `${picture()} -itsoffset 8 ${sine()} -map 0 -map 1 -t 30 ${film} ${aac} %sound-late.mp4`,
  ],
  'silent.mp4': [`${picture()} -t 30 ${film} -an %silent.mp4`],
  'open-gop.mp4': [
    `${picture()} ${sine()} -t 20 -c:v libx264 -preset veryfast -pix_fmt yuv420p ${openGop} ${aac} %open-gop.mp4`,
  ],
  'wide-pixels.mp4': [`${wide} -t 20 ${film} ${aac} %wide-pixels.mp4`],
  'high10.mp4': [`${picture()} ${sine()} -t 20 ${film} ${high10} ${aac} %high10.mp4`],
  'rare-keys.mp4': [
    `${picture('160x90', 15)} ${sine()} -t 130 ${film} -b:v 60k -g 900 -keyint_min 900 ${aac} %rare-keys.mp4`,
  ],
  'fragmented.mp4': [
    `${picture()} ${sine()} -t 20 ${film} ${aac} -movflags +frag_keyframe+empty_moov+default_base_moof %fragmented.mp4`,
  ],
  'turned.mp4': [
    `${picture()} ${sine()} -t 10 ${film} ${aac} %whole.tmp.mp4`,
    turnPicture('whole.tmp.mp4', 'turned.mp4'),
  ],
};

/** @returns the path of an input. */
export function inputFile(folder: string, name: string): string {
  const file = path.join(folder, name);
  if (existsSync(file)) return file;
  const steps = recipes[name];
  if (steps === undefined) throw new Error(`There is no input ${name}`);
  // Whole, or not there: a run may be stopped in the middle.
  const making = `${path.join(folder, 'making')}/`;
  mkdirSync(making, { recursive: true });
  for (const step of steps) {
    if (typeof step === 'function') step(making);
    else {
      const words = step.split(' ').filter(Boolean);
      const args = ['-v', 'error', '-nostdin', '-y', ...words.map((word) => word.replaceAll('%', making))];
      execFileSync('ffmpeg', args, { stdio: 'inherit' });
    }
  }
  renameSync(path.join(making, name), file);
  rmSync(making, { recursive: true });
  return file;
}

/** The SPS and PPS of a configuration of H.264, each with its length before it. */
function parameterSets(record: Buffer): Buffer {
  const sets: Buffer[] = [];
  let at = 5;
  for (const mask of [31, 255]) {
    let count = (record[at] ?? 0) & mask;
    at += 1;
    for (; count > 0; count -= 1) {
      const length = record.readUInt16BE(at);
      sets.push(uint(length, 4), record.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  return Buffer.concat(sets);
}

/** As a phone that is held upright says it: in the matrix of the first track. Not every ffmpeg has an option for it. */
function turnPicture(from: string, to: string): Step {
  return (folder) => {
    const bytes = readFileSync(folder + from);
    // ISO/IEC 14496-12, 8.3.2: the matrix of a header of version 0 stands 40 bytes behind the name.
    const at = bytes.indexOf('tkhd') + 44;
    for (const [index, value] of [0, 1, 0, -1, 0, 0].entries())
      bytes.writeInt32BE(value * 0x10000, at + index * 4);
    writeFileSync(folder + to, bytes);
  };
}

/** One file, then another one of another size, whose configuration stands only in its pictures. */
function changeSize(first: string, then: string, out: string, seconds: number) {
  const second = readFlv(then);
  const header = second.find((tag) => tag.type === messageType.video && isHeader(tag)) as Message;
  const sets = parameterSets(header.body.subarray(5));
  const joined = second
    .filter((tag) => !isHeader(tag))
    .map((tag) => ({
      ...tag,
      time: tag.time + seconds * 1_000,
      body: isKeyPicture(tag)
        ? Buffer.concat([tag.body.subarray(0, 5), sets, tag.body.subarray(5)])
        : tag.body,
    }));
  writeFileSync(out, writeFlv([...readFlv(first).filter(({ time }) => time < seconds * 1_000), ...joined]));
}

/** HEVC (one track of pictures, no B-frames, 30 per second) as enhanced RTMP, which older versions of ffmpeg do not write. */
function writeHevc(from: string, out: string) {
  const bytes = readFileSync(from);
  const box = (type: string) => bytes.indexOf(type, 0, 'latin1') - 4;
  const int = (at: number) => bytes.readUInt32BE(at);
  const [record, sizes, offsets] = [box('hvcC'), box('stsz'), box('stco')];
  const [runs, keys] = [box('stsc'), box('stss')];
  const keyNumbers = new Set(
    Array.from({ length: int(keys + 12) }, (_, index) => int(keys + 16 + index * 4)),
  );
  const tag = (packet: number, isKey: boolean, body: Buffer, time: number): Message => {
    const head = Buffer.from([0x80 | (isKey ? 0x10 : 0x20) | packet, ...Buffer.from('hvc1')]);
    return { type: messageType.video, time, body: Buffer.concat([head, body]) };
  };
  const tags = [tag(0, true, bytes.subarray(record + 8, record + int(record)), 0)];
  let number = 0;
  for (let chunk = 0, run = 0; chunk < int(offsets + 12); chunk += 1) {
    while (run + 1 < int(runs + 12) && int(runs + 16 + (run + 1) * 12) <= chunk + 1) run += 1;
    let at = int(offsets + 16 + chunk * 4);
    for (let left = int(runs + 16 + run * 12 + 4); left > 0; left -= 1) {
      const size = int(sizes + 20 + number * 4);
      number += 1;
      const body = bytes.subarray(at, at + size);
      tags.push(tag(3, keyNumbers.has(number), body, Math.round(((number - 1) * 1_000) / 30)));
      at += size;
    }
  }
  writeFileSync(out, writeFlv(tags));
}
