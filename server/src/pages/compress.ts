import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** As small as a fast compression gets it: every request of a page compresses anew. */
const brotliQuality = 4;

/** @param acceptEncoding the header of the request. @returns the text in the best coding that the client takes. */
export async function compress(
  text: string,
  acceptEncoding = '',
): Promise<{ body: Buffer; encoding?: string }> {
  const body = Buffer.from(text);
  if (accepts(acceptEncoding, 'br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
    return { body: await brotli(body, { params }), encoding: 'br' };
  }
  return accepts(acceptEncoding, 'gzip') ? { body: await gzipped(body), encoding: 'gzip' } : { body };
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
