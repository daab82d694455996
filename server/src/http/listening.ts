/** The open port of an app, and its graceful stop. */
import type { FastifyInstance } from 'fastify';

/** After this, connections that are still open are cut: a stop never takes longer. */
const closeLimitMs = 8_000;

/** Disposing it ends the app: what has begun is answered, and each connection is closed with its last answer. */
export interface Listening extends AsyncDisposable {
  port: number;
}

/** @throws what Node throws for an address that cannot be had, such as EADDRINUSE. */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const address = await app.listen({ host, port });
  return {
    port: Number(new URL(address).port),
    async [Symbol.asyncDispose]() {
      const cut = setTimeout(() => app.server.closeAllConnections(), closeLimitMs);
      // A connection that was busy when the stop began falls idle later, and would be kept for its next request.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
      await app.close().finally(() => {
        clearTimeout(cut);
        clearInterval(sweep);
      });
    },
  };
}
