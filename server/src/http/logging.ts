/**
 * The log never holds what opens a door: no query, no header, no cookie, no signed path. A request is one line when it
 * has been answered, named by its route's template.
 */
import Fastify, { type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify';

/** Gets each line of the log as JSON. */
export interface LogStream {
  write(line: string): void;
}

export function loggerOptions(
  level: string,
  stream?: LogStream,
): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    ...(stream ? { stream } : {}),
    serializers: {
      req: (request) => ({ method: request.method, route: routeOf(request) }),
      res: (reply) => ({ statusCode: reply.statusCode }),
      err: describeError,
    },
    redact: ['*.password', '*.token', '*.refreshToken', '*.accessToken', '*.authorization', '*.cookie'],
  };
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
    const route = routeOf(request);
    // A viewer fetches a segment a second: those lines would drown the rest.
    const isRoutine = reply.statusCode < 400 && routineRoutes.test(route);
    if (isRoutine && !this.#tellsRoutine) return;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log[isRoutine ? 'debug' : 'info'](
      { method: request.method, route, status: reply.statusCode, ms },
      'request',
    );
  }
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions?.url ?? '(none)';
}
