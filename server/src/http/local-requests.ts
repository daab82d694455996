/** Which requests come from this machine. A server that trusts them must not trust what a proxy passes on to it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from './loopback.ts';
import { problem } from './problems.ts';

/** The headers that proxies, tunnels and CDNs add. */
const forwarding =
  /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-(for|host)|true-client-ip|cf-.+|fastly-client-ip|fly-client-ip)$/;

/**
 * Whether the request comes from loopback and asks for a loopback host. A proxy on this machine connects from loopback
 * as well, so a forwarded request is never local. A site whose name resolves to loopback makes a local browser send
 * requests with its name as the host (DNS rebinding).
 */
export function isLocal({ headers, hostname, raw }: FastifyRequest): boolean {
  const peer = (raw.socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const isForwarded = Object.keys(headers).some((name) => forwarding.test(name));
  return !isForwarded && isLoopback(hostname) && isLoopback(peer);
}

/** For a server whose passwords are public: it refuses what a proxy passes on that its settings do not name. */
export function refuseForwarded(app: FastifyInstance): void {
  let isReported = false;
  app.addHook('onRequest', async (request) => {
    if (isLocal(request)) return;
    if (!isReported) request.log.warn(onlyLocal);
    isReported = true;
    throw problem('forbidden', { detail: onlyLocal });
  });
}

const onlyLocal =
  'This server has the demo accounts, whose passwords are public, so it answers requests of its own machine only. ' +
  'To open it to others, set PUBLIC_URL to its public address and TRUST_PROXY to the address of the proxy.';
