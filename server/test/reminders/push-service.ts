/** A push service and the devices behind it, on this machine: it records what is sent, and reads it as a browser does. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { Agent } from 'node:https';
import { type AddressInfo, connect } from 'node:net';

const host = 'push.example.org';

interface Sent {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface PushService extends AsyncDisposable {
  /** Leads every call here, without the encryption of the line. */
  agent: Agent;
  /** What it was sent for a device, or in all. */
  sent(device?: TestDevice): Sent[];
  /** How it answers from now on; as a push service does at first. */
  answer(how: (response: ServerResponse, sent: Sent) => void): void;
}

export interface TestDevice {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The message, as the browser of this device gets it. @throws Error for one that is not for it. */
  read(body: Buffer): { name: string; slug: string; startDate: string; bout?: Record<string, string> };
}

export async function startPushService(): Promise<PushService> {
  const calls: Sent[] = [];
  let respond = (response: ServerResponse, _sent: Sent): void => void response.writeHead(201).end();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const call = { path: String(request.url), headers: request.headers, body: Buffer.concat(chunks) };
    calls.push(call);
    respond(response, call);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  agent.createConnection = () => connect(port, '127.0.0.1');
  return {
    agent,
    sent: (device) =>
      calls.filter(({ path: at }) => !device || device.subscription.endpoint === `https://${host}${at}`),
    answer(how) {
      respond = how;
    },
    async [Symbol.asyncDispose]() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function createDevice(): TestDevice {
  const ecdh = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint: `https://${host}/send/${randomUUID()}`,
      keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
    },
    read(body) {
      // RFC 8188: salt, size of a record, length of the key, key of the sender; one record. RFC 8291 derives its keys.
      const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender]);
      const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32));
      const derive = (name: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes));
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      decipher.setAuthTag(sealed.subarray(-16));
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
    },
  };
}
