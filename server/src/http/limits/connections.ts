/**
 * Bounds the connections, in all and per client. Each costs memory and a descriptor, so without a bound a few hundred
 * clients that never read would keep everybody else out.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addressRanges } from '../address-ranges.ts';
import { networkOf } from '../network.ts';
import { problem } from '../problems.ts';

export interface ConnectionLimits {
  most: number;
  mostPerAddress: number;
}

/** The bound that was reached. */
type RefusedBy = 'all' | 'address';

/** Long enough to read a refusal. */
const refusalMs = 2_000;
const logEveryMs = 10_000;

interface Options {
  limits: ConnectionLimits;
  /** The connections of proxies carry many clients: they count in all, but not per address. */
  trustProxy: string[];
  onRefuse: (by: RefusedBy) => void;
}

export function boundConnections(app: FastifyInstance, { limits, trustProxy, onRefuse }: Options): void {
  const { server } = app;
  const isProxy = addressRanges(trustProxy);
  const open = new Map<string, number>();
  const refused = new WeakSet<Socket>();
  const report = reporter(app, onRefuse);

  server.maxConnections = limits.most;
  server.on('drop', () => report('all'));
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    // The client has gone already.
    if (remoteAddress === undefined) return void socket.destroy();
    if (isProxy(remoteAddress)) return;
    const client = networkOf(remoteAddress);
    const count = (open.get(client) ?? 0) + 1;
    open.set(client, count);
    socket.once('close', () => {
      const left = (open.get(client) ?? 0) - 1;
      if (left > 0) open.set(client, left);
      else open.delete(client);
    });
    if (count <= limits.mostPerAddress) return;
    report('address');
    // A client that is a little over the bound gets an answer; a flood gets none.
    if (count > 2 * limits.mostPerAddress) return void socket.destroy();
    refused.add(socket);
    setTimeout(() => socket.destroy(), refusalMs).unref();
  });
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (!refused.has(raw.socket)) return done();
    const detail = 'There are too many connections from your address; close some, then try again.';
    done(problem('too-many-requests', { detail, headers: { connection: 'close', 'retry-after': '10' } }));
  });
}

/** Counts each refusal, and logs them together: a flood must not fill the log. */
function reporter(app: FastifyInstance, onRefuse: (by: RefusedBy) => void) {
  const counts: Record<RefusedBy, number> = { all: 0, address: 0 };
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (by: RefusedBy) => {
    onRefuse(by);
    counts[by]++;
    if (performance.now() - loggedAt < logEveryMs) return;
    loggedAt = performance.now();
    app.log.warn(
      { ...counts },
      'connections were refused: CONNECTIONS_MAX (all) or CONNECTIONS_PER_ADDRESS_MAX (address)',
    );
  };
}
