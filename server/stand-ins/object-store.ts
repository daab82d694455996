/**
 * A small S3: keeps the objects of one bucket in memory; clients read, write and delete them over HTTP with path-style
 * addresses. It verifies signatures (AWS Signature Version 4), so that a client that signs wrongly fails as with real
 * S3.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

interface StoredObject {
  bytes: Buffer;
  type: string | undefined;
}

export interface ObjectStore {
  /** The value for STORAGE_URL. */
  url: string;
  /** By `<pictureId>/<name>`. */
  objects: Map<string, StoredObject>;
  /** Answers every request with this status from now on; undefined ends this. */
  failWith(status: number | undefined): void;
  /** Keeps each write waiting for so long from now on. */
  slowBy(ms: number): void;
  close(): Promise<void>;
}

const bucket = 'pictures';
const region = 'eu-test-1';
const accessKeyId = 'stand-in';
/** Contains characters that a URL must escape. */
const secretAccessKey = 'stand/in+secret';

export async function startObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, StoredObject>();
  let failure: number | undefined;
  let slowMs = 0;

  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    if (failure !== undefined) return sendError(response, failure, 'InternalError');
    if (!isSigned(request, body)) return sendError(response, 403, 'SignatureDoesNotMatch');
    const [, named, ...rest] = decodeURIComponent((request.url ?? '').split('?')[0] ?? '').split('/');
    if (named !== bucket) return sendError(response, 404, 'NoSuchBucket');
    const key = rest.join('/');
    if (request.method === 'PUT') {
      if (slowMs > 0) await wait(slowMs);
      objects.set(key, { bytes: body, type: request.headers['content-type'] });
      response.writeHead(200, { etag: `"${sha256(body)}"` }).end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else {
      sendObject(request, response, objects.get(key));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `s3://${accessKeyId}:${encodeURIComponent(secretAccessKey)}@127.0.0.1:${port}/${bucket}?region=${region}&tls=0`,
    objects,
    failWith: (status) => {
      failure = status;
    },
    slowBy: (ms) => {
      slowMs = ms;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function sendObject(request: IncomingMessage, response: ServerResponse, object: StoredObject | undefined) {
  if (object === undefined) return sendError(response, 404, 'NoSuchKey', request.method === 'HEAD');
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const bytes = end === undefined ? object.bytes : object.bytes.subarray(Number(start), Number(end) + 1);
  response.writeHead(end === undefined ? 200 : 206, {
    'content-type': object.type,
    'content-length': bytes.length,
    etag: `"${sha256(object.bytes)}"`,
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function sendError(response: ServerResponse, status: number, code: string, isHead = false): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(isHead ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const [, credential = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [key, ...scope] = credential.split('/');
  const hash = headers['x-amz-content-sha256'];
  if (key !== accessKeyId || scope.slice(1).join('/') !== `${region}/s3/aws4_request`) return false;
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return false;

  const [path = '', query = ''] = (url ?? '').split('?');
  const canonical = [
    method,
    path,
    query.split('&').toSorted().join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    hash,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope.join('/'), sha256(canonical)].join('\n');
  const signingKey = scope.reduce<string | Buffer>(
    (parent, part) => hmac(parent, part),
    `AWS4${secretAccessKey}`,
  );
  return hmac(signingKey, text).toString('hex') === signature;
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
