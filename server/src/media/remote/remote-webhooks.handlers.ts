import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import { validationProblem } from '../../http/problems.ts';
import type { RemoteProvider } from '../video-provider.ts';

interface Deps {
  now: () => Date;
  /** undefined: this server is the only origin. */
  remoteProvider: Pick<RemoteProvider, 'isGenuine'> | undefined;
  /** Called when a recording may have become ready. */
  wakeReplays: () => void;
  /** Woken when an encoder may have come or gone. */
  ingest: { remote: { wake(): void } | undefined };
}

/** After each of these, another answer about a recording is possible. */
const ofMux = /^video\.(asset\.(ready|errored|live_stream_completed)|live_stream\.(idle|disabled))$/;
const ofCloudflare = new Set(['ready', 'error']);

export function remoteWebhooksHandlers({
  now,
  remoteProvider,
  wakeReplays,
  ingest,
}: Deps): Handlers<'handleMuxWebhook' | 'handleCloudflareWebhook'> {
  /** @throws problem 400 unless the provider of this server has signed the body. */
  function checkSignature(request: FastifyRequest, header: string): void {
    const signature = String(request.headers[header.toLowerCase()] ?? '');
    if (remoteProvider?.isGenuine(request.rawBody ?? '', signature, now())) return;
    request.log.warn('a webhook call was refused');
    throw validationProblem([
      { detail: 'The signature does not fit the body.', pointer: `/${header}`, location: 'header' },
    ]);
  }
  return {
    async handleMuxWebhook({ body, request }) {
      checkSignature(request, 'Mux-Signature');
      if (ofMux.test(body.type)) wakeReplays();
      if (body.type.startsWith('video.live_stream.')) ingest.remote?.wake();
      return { status: 204 };
    },
    async handleCloudflareWebhook({ body, request }) {
      checkSignature(request, 'Webhook-Signature');
      if (ofCloudflare.has(body.status.state)) wakeReplays();
      ingest.remote?.wake();
      return { status: 204 };
    },
  };
}
