/**
 * The server in front of Prism. It chooses the example that fits the address of a call, unless the caller prefers one,
 * moves its dates to around now, and keeps streams of events open, which Prism ends at once.
 */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Preference } from './operations.ts';
import { shiftDates } from './shift-dates.ts';

interface FrontOptions {
  /** Where Prism listens, on the loopback. */
  prismPort: number;
  port: number;
  preferenceOf: Preference;
}

/** Clients call a stream silent after 45 seconds. */
const heartbeatMs = 15_000;

/** Resolves when the server listens on the loopback. */
export function listenInFront({ prismPort, port, preferenceOf }: FrontOptions): Promise<Server> {
  const server = createServer((call, reply) => forward(call, reply, prismPort, preferenceOf(call)));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function forward(call: IncomingMessage, reply: ServerResponse, port: number, preference: string | undefined) {
  // The body is read here.
  const headers = { ...call.headers, 'accept-encoding': 'identity' };
  if (preference !== undefined) headers.prefer ??= preference;
  const { method, url: path } = call;
  const asked = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    send(answer, reply).catch(() => reply.destroy());
  });
  asked.on('error', () => {
    if (!reply.headersSent) reply.writeHead(502);
    reply.end();
  });
  reply.on('close', () => asked.destroy());
  call.pipe(asked);
}

async function send(answer: IncomingMessage, reply: ServerResponse) {
  const now = Date.now();
  const body = shiftDates(await text(answer), now);
  const headers = { ...answer.headers };
  for (const name of ['connection', 'content-length', 'keep-alive', 'transfer-encoding'])
    delete headers[name];
  const cookies = headers['set-cookie'];
  if (cookies) headers['set-cookie'] = cookies.map((cookie) => shiftDates(cookie, now));
  reply.writeHead(answer.statusCode ?? 502, headers);
  if (!headers['content-type']?.startsWith('text/event-stream')) return reply.end(body);
  reply.write(body);
  const heartbeat = setInterval(() => reply.write(':\n\n'), heartbeatMs);
  reply.on('close', () => clearInterval(heartbeat));
}
