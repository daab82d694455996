// jsdom has no streams.
import { ReadableStream } from 'node:stream/web';

/** A server of events that the test plays: each connection waits for what the test sends. */
export function fakeEventServer() {
  const connections: {
    send: (text: string) => void;
    end: () => void;
    break: () => void;
    isAborted: () => boolean;
    lastEventId: string | undefined;
  }[] = [];
  let refusal: (() => Response) | undefined;
  let calls = 0;
  const encoder = new TextEncoder();
  async function connect(signal: AbortSignal, lastEventId: string | undefined) {
    calls += 1;
    if (refusal) return refusal();
    let controller:
      | { enqueue: (bytes: Uint8Array) => void; close: () => void; error: (cause: unknown) => void }
      | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (own) => {
        controller = own;
      },
    });
    signal.addEventListener('abort', () => controller?.error(new DOMException('gone', 'AbortError')));
    connections.push({
      send: (text) => controller?.enqueue(encoder.encode(text)),
      end: () => controller?.close(),
      break: () => controller?.error(new TypeError('network')),
      isAborted: () => signal.aborted,
      lastEventId,
    });
    return new Response(body as unknown as BodyInit, { headers: { 'content-type': 'text/event-stream' } });
  }
  return {
    connect,
    connections,
    calls: () => calls,
    refuse: (answer?: () => Response) => {
      refusal = answer;
    },
    last: () => {
      const connection = connections.at(-1);
      if (!connection) throw new Error('Nobody has connected');
      return connection;
    },
  };
}

export const eventFrame = (event: string, data: unknown, id = '1') =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
