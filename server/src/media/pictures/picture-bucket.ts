/** Pictures as objects of an S3-compatible store: `<bucket>/<pictureId>/<name>`. The only importer of its SDK. */
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { ObjectStoreConfig } from '../../config-values.ts';
import { problem } from '../../http/problems.ts';
import { pictureFileNames, pictureFileType } from './picture-files.ts';
import type { PictureStore } from './picture-store.ts';

/** Every function throws problem 503 when the store cannot be reached or refuses. */
export function createPictureBucket(config: ObjectStoreConfig): PictureStore {
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
  const keyOf = (pictureId: string, name: string) => ({ Bucket, Key: `${pictureId}/${name}` });

  return {
    async findSize(pictureId, name) {
      const head = await client.send(new HeadObjectCommand(keyOf(pictureId, name))).catch(ifMissing);
      return head?.ContentLength;
    },

    async open(pictureId, name, part) {
      const Range = part && `bytes=${part.start}-${part.end}`;
      const command = new GetObjectCommand({ ...keyOf(pictureId, name), Range });
      const object = await client.send(command).catch(ifMissing);
      if (object === undefined) return undefined;
      return { size: object.ContentLength ?? 0, stream: object.Body as Readable };
    },

    async write(pictureId, files) {
      const puts = files.map(({ name, bytes }) =>
        client.send(
          new PutObjectCommand({
            ...keyOf(pictureId, name),
            Body: bytes,
            ContentType: pictureFileType(name),
            // For a CDN that reads the bucket directly.
            CacheControl: 'public, max-age=31536000, immutable',
          }),
        ),
      );
      await allSettled(puts);
    },

    async remove(pictureId) {
      const deletions = pictureFileNames.map((name) =>
        client.send(new DeleteObjectCommand(keyOf(pictureId, name))),
      );
      await allSettled(deletions);
    },

    [Symbol.dispose]: () => client.destroy(),
  };
}

/** Rejects only after all calls have ended: a late write could otherwise follow the next call. */
async function allSettled(calls: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(calls);
  await Promise.all(calls).catch(unavailable);
}

function ifMissing(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) {
    // A missing bucket is a fault, not a missing picture.
    if (error.name !== 'NoSuchBucket') return undefined;
  }
  return unavailable(error);
}

/** Only name and message of an SDK error reach the log: the rest contains the request with its signature. */
function unavailable(error: unknown): never {
  const { name, message } = error as Error;
  const answer = problem('service-unavailable', {
    detail: 'The picture store does not answer; try again soon.',
    headers: { 'retry-after': '5' },
  });
  answer.cause = new Error(`${name}: ${message}`);
  throw answer;
}
