import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Counts the requests that have arrived and are not answered yet. It listens to Node's server, so a client that
 * disconnects is no longer counted.
 *
 * While the server stops, the answers to these requests get `Connection: close`. Fastify adds it only to requests that
 * arrive later; without it a client would send its next request on a connection that is being closed.
 * @returns a function that returns the count.
 */
export function watchRequestsInFlight(app: FastifyInstance): () => number {
  const inFlight = new Set<ServerResponse>();
  // One shared function: a segment is served in 40 microseconds, so a closure for each request would be measurable.
  function forget(this: ServerResponse): void {
    inFlight.delete(this);
  }
  app.server.on('request', (_request, response) => {
    inFlight.add(response);
    response.on('close', forget);
  });
  app.addHook('preClose', async () => {
    for (const response of inFlight) if (!response.headersSent) response.setHeader('connection', 'close');
  });
  return () => inFlight.size;
}
