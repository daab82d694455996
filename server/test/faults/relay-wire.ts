/** Stands between servers and notes what they ask of each other. Its address is the INTERNAL_URL of the server behind it. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RelayWire {
  url: string;
  /** The server behind it, once it has started. */
  leadTo(serverUrl: string): void;
  /** The paths that were asked for, the oldest first. */
  asked: string[];
  /** The most requests of this kind for one video that were open at once. */
  mostOpen(videoId: string, kind: string): number;
  /** Answers everything with this instead. */
  answerWith(answer: { status: number; headers?: Record<string, string> } | undefined): void;
  close(): void;
}

export async function openRelayWire(): Promise<RelayWire> {
  let target = '';
  let instead: { status: number; headers?: Record<string, string> } | undefined;
  const asked: string[] = [];
  const [open, most] = [new Map<string, number>(), new Map<string, number>()];
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '';
    asked.push(path);
    if (instead !== undefined) return void outgoing.writeHead(instead.status, instead.headers).end();
    const kind = `${path.split('/')[6]}/${kindOf(path)}`;
    const count = (open.get(kind) ?? 0) + 1;
    open.set(kind, count);
    most.set(kind, Math.max(most.get(kind) ?? 0, count));
    outgoing.on('close', () => open.set(kind, (open.get(kind) ?? 1) - 1));
    const forwarded = request(`${target}${path}`, { headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    outgoing.on('close', () => forwarded.destroy());
    forwarded.on('error', () => outgoing.destroy());
    forwarded.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    leadTo: (serverUrl) => {
      target = serverUrl;
    },
    mostOpen: (videoId, kind) => most.get(`${videoId}/${kind}`) ?? 0,
    answerWith: (answer) => {
      instead = answer;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** `/media/relay/<sig>/<exp>/<serverId>/<videoId>/<kind>/<rung>/<name>` */
export function kindOf(path: string): string {
  return path.split('/')[7] ?? '';
}
