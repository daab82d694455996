/** Listens on a port, and stops gracefully. */
import { networkInterfaces } from 'node:os';
import type { FastifyInstance } from 'fastify';

/** A stop cuts open connections after this time. */
const closeLimitMs = 8_000;

/** Disposing it closes the app: running requests are answered, and each connection closes after its last answer. */
export interface Listening extends AsyncDisposable {
  port: number;
}

/** @throws Node's error for an address that is not available, such as EADDRINUSE. */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const address = await app.listen({ host, port });
  return {
    port: Number(new URL(address).port),
    async [Symbol.asyncDispose]() {
      const cut = setTimeout(() => app.server.closeAllConnections(), closeLimitMs);
      // A connection that was busy when the stop began becomes idle later, and would wait for its next request.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
      await app.close().finally(() => {
        clearTimeout(cut);
        clearInterval(sweep);
      });
    },
  };
}

/** Where other servers of the same network reach a server that listens there. */
export function addressOf(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const all = isEverywhere ? Object.values(networkInterfaces()).flat() : [];
  const own = all.find((network) => network?.family === 'IPv4' && !network.internal)?.address;
  const reached = isEverywhere ? (own ?? '127.0.0.1') : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
