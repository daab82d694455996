import type { FastifyServerOptions } from 'fastify';

/**
 * The log never holds what opens a door: no query, no header, no cookie, no signed path. A request is named by its
 * route's template.
 */
export function loggerOptions(
  level: string,
  stream?: { write(line: string): void },
): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    ...(stream ? { stream } : {}),
    serializers: {
      req: (request) => ({
        method: request.method,
        route: request.routeOptions?.url ?? '(none)',
      }),
      res: (reply) => ({ statusCode: reply.statusCode }),
    },
    redact: ['*.password', '*.token', '*.refreshToken', '*.accessToken', '*.authorization', '*.cookie'],
  };
}
