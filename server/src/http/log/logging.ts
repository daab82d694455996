/**
 * The log never holds what opens a door: no query, no header, no cookie, no signed path. A request is one line when it
 * has been answered, named by its route's template.
 */
import Fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify';
import { type LoggerOptions, pino } from 'pino';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is a stream of events. */
    isStream?: boolean;
  }
}

/** Gets each line of the log as JSON. */
export interface LogStream {
  write(line: string): void;
}

/** @param stream undefined: standard output. */
export function createLog(level: string, stream?: LogStream): FastifyBaseLogger {
  const options: LoggerOptions = {
    level,
    serializers: {
      req: (request) => ({ method: request.method, route: routeOf(request) }),
      res: (reply) => ({ statusCode: reply.statusCode }),
      err: describeError,
    },
    redact: ['*.password', '*.token', '*.refreshToken', '*.accessToken', '*.authorization', '*.cookie'],
  };
  return stream ? pino(options, stream) : pino(options);
}

/** Not what else stands on an error: the database drivers add the values of the statement that failed. */
function describeError(error: Error & { code?: string; constraint?: string }) {
  const { name, code, constraint, message, stack } = error;
  return { type: name, code, constraint, message, stack: stack ?? '' };
}

const routineRoutes = /^\/(media|assets|healthz|readyz|metrics)/;

export class RequestLog extends Fastify.LogController {
  readonly #tellsRoutine: boolean;

  constructor(level: string) {
    super();
    this.#tellsRoutine = level === 'debug' || level === 'trace';
  }

  override incomingRequest(): void {}

  override routeNotFound(): void {}

  /** Errors are logged where they become problems. */
  override defaultErrorLog(): void {}

  override requestCompleted(
    _error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    // A stream had its line when it opened.
    if (isOpenStream(request, reply)) return;
    // A viewer fetches a segment a second: those lines would drown the rest.
    const isRoutine = reply.statusCode < 400 && routineRoutes.test(routeOf(request));
    if (!isRoutine || this.#tellsRoutine) logAnswer(request, reply, isRoutine ? 'debug' : 'info');
  }
}

/** An answer that is a stream of events, which ends long after it began, or never. */
export function isOpenStream(
  { method, routeOptions }: FastifyRequest,
  { statusCode }: FastifyReply,
): boolean {
  return routeOptions.config.isStream === true && statusCode === 200 && method !== 'HEAD';
}

export function logAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  level: 'debug' | 'info' = 'info',
): void {
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  const { method } = request;
  request.log[level]({ method, route: routeOf(request), status: reply.statusCode, ms }, 'request');
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions?.url ?? '(none)';
}
