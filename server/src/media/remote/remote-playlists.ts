/**
 * Playlists of a provider, rewritten for our viewers (RFC 8216bis). Child playlists come from this server, so that each
 * request asks the lease. Segments of a live list keep the provider's addresses, which the next list replaces. A finished
 * list is loaded once and used for hours, so its segments are names, each of which leads to the address of its moment.
 * What speaks of parts and of blocking requests is left out: the provider knows them, this server does not.
 */
import type { PlaybackMode } from '../video-provider.ts';

/** Throws when the address is not the provider's. */
export type AddressCheck = (address: URL) => void;

export interface RemoteMaster {
  /** The text for a mode: it only changes the names of the child playlists. */
  text(mode: PlaybackMode): string;
  /** Rung -> address of its playlist. */
  rungs: ReadonlyMap<string, URL>;
}

export interface RemoteList {
  text: string;
  targetSeconds: number;
  /** The video is finished: the list does not grow any more. */
  isComplete: boolean;
  /** Of a complete list: name -> address. */
  files: ReadonlyMap<string, URL>;
}

const masterTags = /^#(EXTM3U|EXT-X-(VERSION|INDEPENDENT-SEGMENTS|MEDIA|STREAM-INF))(:|$)/;
const listTags =
  /^#(EXTM3U|EXTINF|EXT-X-(VERSION|TARGETDURATION|MEDIA-SEQUENCE|DISCONTINUITY-SEQUENCE|DISCONTINUITY|INDEPENDENT-SEGMENTS|PLAYLIST-TYPE|PROGRAM-DATE-TIME|BYTERANGE|MAP|KEY|GAP|BITRATE|ENDLIST))(:|$)/;
const uri = /(?<=[:,]URI=")[^"]*(?=")/;

/** @param address from which it came. @throws when it is no master playlist, or leads elsewhere. */
export function readMaster(text: string, address: URL, check: AddressCheck): RemoteMaster {
  const rungs = new Map<string, URL>();
  const add = (name: string, reference: string) => {
    const target = resolve(reference, address, check);
    let unused = name;
    for (let count = 2; rungs.has(unused); count += 1) unused = `${name}-${count}`;
    rungs.set(unused, target);
    return unused;
  };
  let height = 'v';
  const lines = linesOf(text).flatMap(
    (line): Array<string | { before: string; rung: string; after: string }> => {
      if (!line.startsWith('#')) return [{ before: '', rung: add(height, line), after: '' }];
      if (!masterTags.test(line)) return [];
      height = `${/RESOLUTION=\d+x(\d+)/.exec(line)?.[1] ?? ''}p`;
      const reference = uri.exec(line);
      if (reference === null) return [line];
      const type = /TYPE=([A-Z-]+)/.exec(line)?.[1]?.toLowerCase() ?? 'media';
      const [before, after] = [
        line.slice(0, reference.index),
        line.slice(reference.index + reference[0].length),
      ];
      return [{ before, rung: add(type, reference[0]), after }];
    },
  );
  if (!text.startsWith('#EXTM3U') || rungs.size === 0)
    throw new Error('The provider sent no master playlist');
  return {
    rungs,
    text: (mode) =>
      lines
        .map((line) =>
          typeof line === 'string' ? line : `${line.before}${line.rung}/${mode}.m3u8${line.after}`,
        )
        .join('\n')
        .concat('\n'),
  };
}

/** @param address from which it came. @throws when it is no media playlist, or leads elsewhere. */
export function readList(text: string, address: URL, check: AddressCheck): RemoteList {
  const targetSeconds = Number(/^#EXT-X-TARGETDURATION:(\d{1,4})\s*$/m.exec(text)?.[1]);
  if (!text.startsWith('#EXTM3U') || !(targetSeconds > 0))
    throw new Error('The provider sent no media playlist');
  const isComplete = /^#EXT-X-ENDLIST\s*$/m.test(text);
  const files = new Map<string, URL>();
  const inits = new Map<string, string>();
  const addressOf = (reference: string, name: (ending: string) => string) => {
    const target = resolve(reference, address, check);
    if (!isComplete) return target.href;
    const file = name(/\.[a-z0-9]{1,4}$/.exec(target.pathname)?.[0] ?? '.bin');
    files.set(file, target);
    return file;
  };
  let segments = 0;
  const lines = linesOf(text).flatMap((line) => {
    if (!line.startsWith('#')) return [addressOf(line, (ending) => `${segments++}${ending}`)];
    if (!listTags.test(line)) return [];
    if (!line.startsWith('#EXT-X-MAP'))
      return [line.replace(uri, (key) => resolve(key, address, check).href)];
    return [
      line.replace(uri, (init) => {
        const known = inits.get(init) ?? addressOf(init, (ending) => `init-${inits.size}${ending}`);
        inits.set(init, known);
        return known;
      }),
    ];
  });
  return { text: `${lines.join('\n')}\n`, targetSeconds, isComplete, files };
}

function resolve(reference: string, base: URL, check: AddressCheck): URL {
  const address = new URL(reference, base);
  check(address);
  return address;
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
