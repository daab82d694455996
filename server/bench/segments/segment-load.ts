/**
 * A minimal load generator: it sends the next request as soon as a response is complete, and never looks at a
 * body. General load generators read bodies so slowly that they, not the server, limit the rate (autocannon
 * reaches a tenth of what bare node:http can send), so that all servers look equally fast.
 */
import { connect } from 'node:net';

export interface Load {
  requests: number;
  seconds: number;
}

const connections = 20;

/** Requests the paths in turn on keep-alive connections. @throws at any status but 200. */
export async function loadSegments(port: number, paths: string[], seconds: number): Promise<Load> {
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`));
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const done = await Promise.all(
    Array.from({ length: connections }, (_, index) => loadConnection(port, requests, index, endsAt)),
  );
  return {
    requests: done.reduce((sum, count) => sum + count, 0),
    seconds: (performance.now() - startedAt) / 1000,
  };
}

function loadConnection(port: number, requests: Buffer[], first: number, endsAt: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let answered = 0;
    /** Missing bytes of the current response; 0 before its head has arrived. */
    let missing = 0;
    let head = '';

    const socket = connect({
      port,
      host: '127.0.0.1',
      // One buffer for all reads: the bytes are only counted.
      onread: { buffer: Buffer.alloc(256 * 1024), callback: receive },
    });
    socket.on('connect', sendRequest);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection')));

    function sendRequest() {
      socket.write(requests[(first + answered) % requests.length] ?? '');
    }

    function receive(length: number, buffer: Uint8Array): boolean {
      if (missing === 0) {
        head += Buffer.from(buffer.buffer, buffer.byteOffset, length).toString('latin1', 0, 2048);
        const headEnd = head.indexOf('\r\n\r\n');
        if (headEnd < 0) return true;
        const size = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, headEnd))?.[1];
        if (!head.startsWith('HTTP/1.1 200 ') || size === undefined) {
          reject(new Error(`A segment was answered with ${head.slice(0, headEnd)}`));
          socket.destroy();
          return false;
        }
        missing = headEnd + 4 + Number(size);
        head = '';
      }
      missing -= length;
      if (missing > 0) return true;
      answered += 1;
      if (performance.now() < endsAt) {
        sendRequest();
      } else {
        resolve(answered);
        socket.destroy();
      }
      return true;
    }
  });
}
