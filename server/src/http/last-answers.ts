import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Fastify says `Connection: close` to what comes while it stops, but not to what it had begun before: such a client would
 * send its next request into a connection that is just being closed.
 */
export function closeAfterLastAnswers(app: FastifyInstance): void {
  const begun = new Set<ServerResponse>();
  app.server.on('request', (_request, response) => {
    begun.add(response);
    response.once('close', () => begun.delete(response));
  });
  app.addHook('preClose', async () => {
    for (const response of begun) if (!response.headersSent) response.setHeader('connection', 'close');
  });
}
