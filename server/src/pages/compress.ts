import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** As small as a fast compression gets it: a page is compressed once a second. */
const brotliQuality = 4;

export type Coding = 'br' | 'gzip' | '';

/** @param acceptEncoding the header of the request. @returns the best coding that the client takes; empty for none. */
export function codingOf(acceptEncoding = ''): Coding {
  if (accepts(acceptEncoding, 'br')) return 'br';
  return accepts(acceptEncoding, 'gzip') ? 'gzip' : '';
}

export async function compress(text: string, coding: Coding): Promise<{ body: Buffer; encoding?: string }> {
  const body = Buffer.from(text);
  if (coding === '') return { body };
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  return { body: await (coding === 'br' ? brotli(body, { params }) : gzipped(body)), encoding: coding };
}

function accepts(header: string, coding: string): boolean {
  return header
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim()))
    .some(
      ([name, ...parameters]) => name === coding && !parameters.some((each) => /^q=0(\.0*)?$/.test(each)),
    );
}
