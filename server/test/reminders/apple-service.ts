/** A stand-in for Apple's push service on loopback. It speaks HTTP/2 and verifies the signature of the sender. */
import { generateKeyPairSync, verify } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { ApnsSettings } from '../../src/config-push.ts';

interface AppleCall {
  token: string;
  headers: IncomingHttpHeaders;
  body: { aps: { alert: { title: string; body: string }; sound: string }; slug: string; startDate: string };
}

type Respond = (stream: ServerHttp2Stream, call: AppleCall) => void;

export interface AppleService extends AsyncDisposable {
  settings: ApnsSettings;
  /** What it was sent for a token, or in all. */
  sent(token?: string): AppleCall[];
  /** How it answers from now on; as the service does at first. */
  answer(how: Respond): void;
  /** The connections that were made. */
  sessions: ServerHttp2Session[];
}

export const takeIt: Respond = (stream) => {
  stream.respond({ ':status': 200 });
  stream.end();
};

export const refuse =
  (status: number, reason?: string, headers = {}): Respond =>
  (stream) => {
    stream.respond({ ':status': status, ...headers });
    stream.end(reason === undefined ? '' : JSON.stringify({ reason }));
  };

export async function startAppleService(): Promise<AppleService> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const calls: AppleCall[] = [];
  const sessions: ServerHttp2Session[] = [];
  let respond = takeIt;
  const server = createServer();
  server.on('session', (session) => sessions.push(session.on('error', () => {})));
  server.on('stream', async (stream, headers) => {
    stream.on('error', () => {});
    let text = '';
    for await (const piece of stream.setEncoding('utf8')) text += piece;
    const token = /^\/3\/device\/([0-9a-f]+)$/.exec(String(headers[':path']))?.[1] ?? '';
    const call = { token, headers, body: JSON.parse(text) };
    calls.push(call);
    const fault = faultOf(String(headers.authorization));
    (fault === undefined ? respond : refuse(403, fault))(stream, call);
  });

  /** RFC 7515 by hand, so that the library which signs does not judge itself. */
  function faultOf(authorization: string): string | undefined {
    const [head = '', claims = '', signature = ''] = authorization.replace(/^bearer /, '').split('.');
    const isGenuine = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    const [{ alg, kid }, { iss, iat }] = [head, claims].map((part) =>
      JSON.parse(Buffer.from(part, 'base64url').toString() || '{}'),
    );
    const isNamed = alg === 'ES256' && kid === 'KEY1234567' && iss === 'TEAM123456' && Number.isInteger(iat);
    return isGenuine && isNamed ? undefined : 'InvalidProviderToken';
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    sessions,
    settings: {
      key: privateKey,
      keyId: 'KEY1234567',
      teamId: 'TEAM123456',
      topic: 'live.ringside.app',
      origin: `http://127.0.0.1:${port}`,
    },
    sent: (token) => calls.filter((call) => token === undefined || call.token === token),
    answer(how) {
      respond = how;
    },
    async [Symbol.asyncDispose]() {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
