/** A stand-in for Google's push service on loopback. It gives access tokens and verifies the signature of the sender. */
import { generateKeyPairSync, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FcmSettings } from '../../src/config-push.ts';

interface GoogleCall {
  authorization: string;
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  message: any;
}

type Respond = (response: ServerResponse, call: GoogleCall) => void;

export interface GoogleService extends AsyncDisposable {
  settings: FcmSettings;
  sent(token?: string): GoogleCall[];
  answer(how: Respond): void;
  /** How often an access token was asked for. */
  exchanges(): number;
  /** How access tokens are answered from now on. */
  answerTokens(how: (response: ServerResponse) => void): void;
}

export const json =
  (status: number, body: unknown, headers = {}) =>
  (response: ServerResponse) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

export const takeIt = json(200, { name: 'projects/ringside/messages/1' });

/** As the service writes its errors. */
export const refuse = (status: number, error: object, headers = {}) => json(status, { error }, headers);

export async function startGoogleService(): Promise<GoogleService> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const calls: GoogleCall[] = [];
  let [respond, exchanges]: [Respond, number] = [takeIt, 0];
  const issue = (response: ServerResponse) =>
    json(200, { access_token: `ya29.${exchanges}`, expires_in: 3_599, token_type: 'Bearer' })(response);
  let giveToken: (response: ServerResponse) => void = issue;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    if (request.url === '/token') {
      exchanges += 1;
      return isAssertion(new URLSearchParams(text))
        ? giveToken(response)
        : void response.writeHead(400).end();
    }
    const { message } = JSON.parse(text);
    const call = { authorization: String(request.headers.authorization), path: String(request.url), message };
    calls.push(call);
    respond(response, call);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const settings: FcmSettings = {
    key: privateKey,
    keyId: 'k1',
    projectId: 'ringside',
    clientEmail: 'push@ringside.test',
    tokenUri: `${origin}/token`,
    origin,
  };

  /** RFC 7523 by hand, so that the library which signs does not judge itself. */
  function isAssertion(form: URLSearchParams): boolean {
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const isGenuine = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    );
    const { iss, aud, scope, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const isForHere = iss === settings.clientEmail && aud === settings.tokenUri && exp - iat === 3_600;
    const isGrant = form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    return (
      isGenuine && isForHere && isGrant && scope === 'https://www.googleapis.com/auth/firebase.messaging'
    );
  }

  return {
    settings,
    sent: (token) => calls.filter(({ message }) => token === undefined || message.token === token),
    answer(how) {
      respond = how;
    },
    exchanges: () => exchanges,
    answerTokens(how) {
      giveToken = how;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
