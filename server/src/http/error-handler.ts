/**
 * The one gate from anything thrown to a problem body. What is not in the catalogue is logged whole and answered as a
 * bare 500: nothing of the inside is shown.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../db/database-away.ts';
import { bodyIssue, ProblemError, problem, validationProblem } from './problems.ts';

/** @param servePage answers what belongs to the client instead of the server; false: nobody's address. */
export function installErrorHandler(
  app: FastifyInstance,
  servePage: (request: FastifyRequest, reply: FastifyReply) => boolean = () => false,
): void {
  app.setErrorHandler((error, request, reply) => {
    const { errors } = error as { errors?: unknown[] };
    const cause = errors === undefined ? error : mostTelling(errors);
    sendProblem(toProblem(cause), cause, request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    if (!servePage(request, reply)) sendProblem(problem('not-found'), undefined, request, reply);
  });
}

/** For Fastify's `frameworkErrors`: what fails before a route is found, such as a bad percent-encoding. */
export function sendFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  sendProblem(toProblem(error), error, request, reply);
}

/** For requests that Node's HTTP parser refuses: there is no request object, only the socket. */
export function sendClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  // As Node's own handler does: what has its answer already gets no second one, which the peer would take for the next.
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

function endWithProblem(socket: Duplex, answer: ProblemError): void {
  const body = JSON.stringify(answer.toBody());
  socket.end(
    `HTTP/1.1 ${answer.status} ${answer.title}\r\ncontent-type: application/problem+json\r\n` +
      `cache-control: no-store\r\nx-content-type-options: nosniff\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** What Node answers by itself, and not with a problem: no Host, an expectation that nobody knows, CONNECT. */
export function answerOddRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return done();
    done(validationProblem([{ detail: 'Is required.', pointer: '/host', location: 'header' }]));
  });
  // RFC 9110, 10.1.1: an expectation other than 100-continue may be ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_request, socket) => endWithProblem(socket, problem('not-found')));
}

/** Anything thrown, as a problem of the catalogue. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const {
    code = '',
    statusCode,
    errors,
    message = '',
  } = error as Partial<FastifyError> & { errors?: unknown[] };
  if (errors !== undefined) return toProblem(mostTelling(errors));
  switch (code) {
    // What the static files' plugin says of a path that leaves its folder.
    case 'FST_STATIC_FORBIDDEN_PATH':
      return problem('not-found');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return problem('unsupported-media-type');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problem('payload-too-large');
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
  // Data exceptions: a date of the year 0, a number out of range. The contract cannot say all of them.
  if (/^22\w{3}$/.test(code)) {
    return validationProblem([bodyIssue('', 'A value is outside of what can be stored.')]);
  }
  if (statusCode === 429) return problem('too-many-requests');
  if (statusCode === 503 || isDatabaseAway({ code, message })) {
    return problem('service-unavailable', { headers: { 'retry-after': '2' } });
  }
  return problem('internal-server-error');
}

/** The glue tries each security scheme and collects what they threw: anything but "no credential" tells more. */
function mostTelling(errors: unknown[]): unknown {
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
  // What was refused on purpose is no fault; its line in the log is the request's own.
  if (answer.status >= 500 && !(cause instanceof ProblemError && answer.status !== 500)) {
    request.log.error({ err: cause }, answer.title);
  }
  if (answer.status === 401) reply.header('www-authenticate', 'Bearer realm="ringside"');
  const body = JSON.stringify(answer.toBody(pathOf(request.url)));
  reply
    .code(answer.status)
    .headers(answer.headers)
    .header('cache-control', 'no-store')
    // Also where no hook has run: an address that is none.
    .header('x-content-type-options', 'nosniff')
    .type('application/problem+json')
    .serializer((payload: string) => payload)
    .send(body);
}

/** Without the query, which may hold codes and states; signed media paths are cut behind their prefix. */
function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.startsWith('/media/hls/') ? '/media/hls' : path;
}
