/**
 * One bucket of an S3-compatible store, by key. The only importer of its SDK.
 * One variable configures it, `STORAGE_URL`, with path style and signature v4; stores with another kind of
 * authentication do not work. It is loaded only when that is set, because the SDK takes as long to load as
 * everything else together.
 */
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { ObjectStoreConfig } from '../config-values.ts';
import { problem } from '../http/problems.ts';
import type { ByteRange } from './byte-range.ts';

/** Every function throws problem 503 when the store cannot be reached or refuses. */
export interface ObjectBucket extends Disposable {
  /** Where it is, for people; without secrets. */
  readonly name: string;
  /** In bytes; undefined when there is no such object. */
  findSize(key: string): Promise<number | undefined>;
  /** The whole object, or a part of it; undefined if the key is unknown. */
  open(key: string, part?: ByteRange): Promise<{ size: number; stream: Readable } | undefined>;
  /** Objects never change under their key. */
  put(key: string, object: { bytes: Buffer; type: string | undefined }): Promise<void>;
  /** Does nothing if the key is unknown. */
  remove(key: string): Promise<void>;
}

export function openBucket(config: ObjectStoreConfig): ObjectBucket {
  const { bucket: Bucket, endpoint, region, ...credentials } = config;
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    // Many stores other than Amazon's do not support checksums beyond the signature.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  });

  return {
    name: `The bucket ${Bucket} at ${new URL(endpoint).host}`,

    async findSize(Key) {
      const head = await client.send(new HeadObjectCommand({ Bucket, Key })).catch(ifMissing);
      return head?.ContentLength;
    },

    async open(Key, part) {
      const Range = part && `bytes=${part.start}-${part.end}`;
      const object = await client.send(new GetObjectCommand({ Bucket, Key, Range })).catch(ifMissing);
      if (object === undefined) return undefined;
      return { size: object.ContentLength ?? 0, stream: object.Body as Readable };
    },

    async put(Key, { bytes: Body, type: ContentType }) {
      // For a CDN that reads the bucket directly.
      const CacheControl = 'public, max-age=31536000, immutable';
      await client
        .send(new PutObjectCommand({ Bucket, Key, Body, ContentType, CacheControl }))
        .catch(unavailable);
    },

    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(unavailable);
    },

    [Symbol.dispose]: () => client.destroy(),
  };
}

function ifMissing(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) {
    // A missing bucket is a fault, not a missing object.
    if (error.name !== 'NoSuchBucket') return undefined;
  }
  return unavailable(error);
}

/** Only name and message of an SDK error reach the log: the rest contains the request with its signature. */
function unavailable(error: unknown): never {
  const { name, message } = error as Error;
  const answer = problem('service-unavailable', {
    detail: 'The object store does not answer; try again soon.',
    headers: { 'retry-after': '5' },
  });
  answer.cause = new Error(`${name}: ${message}`);
  throw answer;
}
