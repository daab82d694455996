/**
 * Reads the one file of a `multipart/form-data` body into memory. It reads the whole request before it reports a
 * fault, so that every client receives the answer; only a file that is too large is reported at once.
 */
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { escapePointer } from './json-pointer.ts';
import { bodyIssue, type Issue, problem, validationProblem } from './problems.ts';

interface Options {
  /** The form field of the file. */
  name: string;
  /** In bytes. */
  limit: number;
  /** Of the body, with the boundaries and headers around the file. */
  bodyLimit: number;
}

/** @throws problem 400, 413 or 415 that points at the field. */
export async function readUploadedFile(request: FastifyRequest, options: Options): Promise<Buffer> {
  const { headers } = request;
  if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? ''))
    throw problem('unsupported-media-type', { detail: 'Send the file as multipart/form-data.' });
  if (Number(headers['content-length'] ?? 0) > options.bodyLimit) throw tooLarge(options);
  const body = request.body as Readable | undefined;
  if (body === undefined) throw validationProblem([issue(options.name, 'Is required.')]);
  const parser = createParser(request, options);
  try {
    return await readParts(body, parser, options);
  } finally {
    body.unpipe(parser);
    // An unread rest would block the connection for the next requests.
    body.resume();
  }
}

function createParser({ headers }: FastifyRequest, { name, limit }: Options) {
  const limits = { fileSize: limit, files: 2, fields: 10, parts: 12, fieldSize: 1024, headerSize: 4096 };
  try {
    return new Busboy({ headers: { ...headers, 'content-type': headers['content-type'] ?? '' }, limits });
  } catch {
    throw validationProblem([issue(name, 'Is not in a complete multipart body: its boundary is missing.')]);
  }
}

function readParts(
  body: Readable,
  parser: ReturnType<typeof createParser>,
  options: Options,
): Promise<Buffer> {
  const { name } = options;
  const issues: Issue[] = [];
  const files: Buffer[] = [];
  return new Promise((resolve, reject) => {
    const incomplete = () => reject(validationProblem([issue(name, 'Is not in a complete multipart body.')]));
    parser.on('field', (field) =>
      issues.push(issue(field, field === name ? 'Must be a file.' : 'Is not a known field.')),
    );
    parser.on('file', (field, stream) => {
      const chunks: Buffer[] = [];
      stream.on('error', incomplete);
      stream.on('limit', () => reject(tooLarge(options)));
      if (field !== name) {
        issues.push(issue(field, 'Is not a known field.'));
        stream.resume();
        return;
      }
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => files.push(Buffer.concat(chunks)));
    });
    parser.on('error', incomplete);
    parser.on('finish', () => {
      const [file] = files;
      if (files.length > 1) issues.push(issue(name, 'Must be one file.'));
      if (file === undefined && !issues.some(({ pointer }) => pointer === `/${name}`))
        issues.push(issue(name, 'Is required.'));
      if (issues.length > 0 || file === undefined) reject(validationProblem(issues));
      else resolve(file);
    });
    // The limits of the parser do not count what stands before the first part.
    let size = 0;
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > options.bodyLimit) reject(tooLarge(options));
    });
    body.on('error', incomplete);
    body.on('close', () => {
      if (!body.readableEnded) incomplete();
    });
    body.pipe(parser);
  });
}

function issue(field: string | undefined, detail: string): Issue {
  return bodyIssue(`/${escapePointer(field ?? '')}`, detail);
}

function tooLarge({ name, limit }: Options) {
  const detail = `Must be at most ${limit / 1024 / 1024} MB.`;
  return problem('payload-too-large', {
    detail: `The file ${detail.toLowerCase()}`,
    issues: [issue(name, detail)],
  });
}
