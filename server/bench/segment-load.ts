/**
 * A load generator that does as little as it can: it asks again as soon as an answer has arrived in full, and
 * never looks at a body. General ones read bodies so slowly that they, not the server, set the pace (autocannon
 * ends at a tenth of what bare node:http can send), which makes every server look alike.
 */
import { connect } from 'node:net';

export interface Load {
  requests: number;
  seconds: number;
}

const connections = 20;

/** Asks for the paths in turn, on keep-alive connections; throws at anything but a 200. */
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
    /** Bytes that the current answer still lacks; 0 before its head has come. */
    let missing = 0;
    let head = '';

    const socket = connect({
      port,
      host: '127.0.0.1',
      // One buffer for all: what is read is only counted.
      onread: { buffer: Buffer.alloc(256 * 1024), callback: receive },
    });
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection')));

    function ask() {
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
        ask();
      } else {
        resolve(answered);
        socket.destroy();
      }
      return true;
    }
  });
}
