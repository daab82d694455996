/**
 * Turns anything thrown into a problem body. An error that is not a problem is logged completely and answered as a
 * bare 500, which reveals nothing.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../db/database-away.ts';
import { bodyIssue, ProblemError, problem, validationProblem } from './problems.ts';

/** Answers the addresses of pages; returns false for all others. */
export type ServePage = (request: FastifyRequest, reply: FastifyReply) => boolean;

/**
 * @param pageOfFault the page that tells a person who follows a redirect of the fault; undefined: the problem does.
 */
export function installErrorHandler(
  app: FastifyInstance,
  servePage: ServePage = () => false,
  pageOfFault: (request: FastifyRequest, status: number) => string | undefined = () => undefined,
): void {
  app.setErrorHandler((error, request, reply) => {
    const { errors } = error as { errors?: unknown[] };
    const cause = errors === undefined ? error : mostSpecific(errors);
    // Also an address that is too long for a file.
    if (isForbiddenPath(cause) && servePage(request, reply)) return;
    const answer = toProblem(cause, request.routeOptions.bodyLimit);
    const page = pageOfFault(request, answer.status);
    if (page === undefined) return sendProblem(answer, cause, request, reply);
    logFault(answer, cause, request);
    return reply.code(302).header('cache-control', 'no-store').header('location', page).send();
  });
  app.setNotFoundHandler((request, reply) => {
    if (!servePage(request, reply)) sendProblem(problem('not-found'), undefined, request, reply);
  });
}

/**
 * For Fastify's `frameworkErrors`: errors before a route is found, such as a bad percent-encoding. No hook runs for them.
 * @param headers of every answer.
 */
export function sendFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  { servePage, headers }: { servePage: ServePage; headers: Record<string, string> },
): void {
  reply.headers(headers);
  if (!servePage(request, reply)) sendProblem(toProblem(error), error, request, reply);
}

/** A path that leaves the folder of the client or is not spelled like a file's, or a folder. */
function isForbiddenPath(error: unknown): boolean {
  const { code, name } = error as Partial<FastifyError>;
  // @fastify/send's errors have no code.
  return code === 'FST_STATIC_FORBIDDEN_PATH' || name === 'ForbiddenError';
}

/** For requests that Node's HTTP parser refuses: there is only the socket, no request object. */
export function sendClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  // Like Node's own handler: a request that has an answer gets no second one, which the client would read as the next
  // answer.
  const { _httpMessage: begun } = socket as Socket & { _httpMessage?: ServerResponse };
  if (begun?.headersSent) return void socket.destroySoon();
  const answer =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? problem('request-headers-too-large')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? problem('request-timeout')
        : validationProblem([
            { detail: 'This is not a valid HTTP request.', pointer: '', location: 'header' },
          ]);
  endWithProblem(socket, answer);
}

/** For a request whose body does not arrive. */
export function endSlowRequest(socket: Socket): void {
  sendClientError(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
}

/** How long a client may go on sending after the last answer: a connection that is cut at once can lose that answer. */
const lingerMs = 1_000;

function endWithProblem(socket: Duplex, answer: ProblemError): void {
  const body = JSON.stringify(answer.toBody());
  socket.end(
    `HTTP/1.1 ${answer.status} ${answer.title}\r\ncontent-type: application/problem+json\r\n` +
      `cache-control: no-store\r\nx-content-type-options: nosniff\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** Requests that Node answers itself, without a problem body: no Host, an unknown expectation, CONNECT. */
export function answerOddRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return done();
    done(validationProblem([{ detail: 'Is required.', pointer: '/host', location: 'header' }]));
  });
  // RFC 9110, 10.1.1: an expectation other than 100-continue may be ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_request, socket) => {
    // Node gives the socket away without a listener: a client that resets it would end the process.
    socket.on('error', () => socket.destroy());
    endWithProblem(socket, problem('not-found'));
  });
}

/**
 * Any error as a problem of the catalogue.
 * @param bodyLimit of the route, in bytes.
 */
export function toProblem(error: unknown, bodyLimit?: number): ProblemError {
  if (error instanceof ProblemError) return error;
  const {
    code = '',
    statusCode,
    errors,
    message = '',
    name,
    headers = {},
  } = error as Partial<FastifyError> & { errors?: unknown[]; headers?: Record<string, string> };
  if (errors !== undefined) return toProblem(mostSpecific(errors), bodyLimit);
  if (isForbiddenPath(error)) return problem('not-found');
  // @fastify/send: a range or a condition that does not fit the file.
  if (name === 'RangeNotSatisfiableError') return problem('range-not-satisfiable', { headers });
  if (name === 'PreconditionFailedError') return problem('precondition-failed');
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return problem('unsupported-media-type');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problem(
        'payload-too-large',
        bodyLimit === undefined ? {} : { detail: `The body may have at most ${bodyLimit / 1024} KB.` },
      );
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return validationProblem([bodyIssue('', 'The body is not valid JSON.')]);
    case 'FST_ERR_BAD_URL':
      return validationProblem([{ detail: 'The address is not valid.', pointer: '', location: 'path' }]);
  }
  if (error instanceof SyntaxError && statusCode === 400) {
    return validationProblem([bodyIssue('', `The body is not valid JSON: ${message}`)]);
  }
  if (statusCode === 400 || statusCode === 414) {
    return validationProblem([bodyIssue('', message)]);
  }
  if (statusCode === 429) return problem('too-many-requests');
  if (statusCode === 503 || isDatabaseAway(error as Error)) {
    return problem('service-unavailable', { headers: { 'retry-after': '2' } });
  }
  // Data exceptions, such as the year 0 or a number out of range: the contract cannot exclude all of them.
  if (/^22\w{3}$/.test(code)) {
    return validationProblem([bodyIssue('', 'A value is outside of what can be stored.')]);
  }
  return problem('internal-server-error');
}

/** The glue tries every security scheme and collects their errors: any other error than "no credential" says more. */
function mostSpecific(errors: unknown[]): unknown {
  return (
    errors.find((error) => !(error instanceof ProblemError) || error.code !== 'unauthorized') ??
    problem('unauthorized')
  );
}

function sendProblem(
  answer: ProblemError,
  cause: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  logFault(answer, cause, request);
  if (answer.status === 401) reply.header('www-authenticate', 'Bearer realm="ringside"');
  const body = JSON.stringify(answer.toBody(pathOf(request.url)));
  reply
    .code(answer.status)
    .headers(answer.headers)
    .header('cache-control', 'no-store')
    // Addresses of media get it from no hook.
    .header('x-content-type-options', 'nosniff')
    .type('application/problem+json')
    .serializer((payload: string) => payload)
    .send(body);
}

/** A deliberate 5xx is not a fault; the request's own log line reports it. */
function logFault(answer: ProblemError, cause: unknown, request: FastifyRequest): void {
  if (answer.status >= 500 && !(cause instanceof ProblemError && answer.status !== 500)) {
    request.log.error({ err: cause }, answer.title);
  }
}

/** Without the query, which may contain codes and states, and without the signature of a media path. */
function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return /^\/media\/(?:hls|segments)(?=\/)/.exec(path)?.[0] ?? path;
}
