/** The host that passkeys belong to, at every address under which a server can be reached. */
import { describe, expect, it } from 'vitest';
import { startApi } from '../../harness.ts';
import { creationOptions, loginPath, passkeysPath, stepUpPath } from './passkey-owner.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

const api = await startApi();
const atPublicUrl = await startApi({ publicUrl: 'https://ringside.example' });
const behindProxy = await startApi({ trustProxy: ['127.0.0.1'] });
const atAddress = await startApi({ publicUrl: 'http://127.0.0.1:3000' });

describe('the site of passkeys', () => {
  it('is that of PUBLIC_URL, whatever Host a client sends', async () => {
    const device = await atPublicUrl.signInAs();
    const headers = { host: 'evil.example' };
    const options = await creationOptions(device.request, { headers });
    expect(options.rp.id).toBe('ringside.example');
    for (const [origin, status] of [
      ['http://evil.example', 400],
      ['https://evil.example', 400],
      ['http://ringside.example', 400],
      ['https://ringside.example:8443', 400],
      ['https://login.ringside.example', 400],
      ['https://ringside.example', 201],
    ] as const) {
      const fresh = await creationOptions(device.request, { headers });
      const response = new SoftwareAuthenticator().create(fresh, { origin });
      const answer = await device.request(`POST ${passkeysPath}`, { body: { response }, headers });
      expect([origin, answer.status]).toEqual([origin, status]);
    }
  });

  it.each(['javascript', 'data', 'httpsx', 'https://evil.example/', ' ', 'x'.repeat(2_000)])(
    'takes the forwarded scheme %.20j for http',
    async (scheme) => {
      const headers = { host: 'localhost', 'x-forwarded-proto': scheme };
      const { body } = await behindProxy.request(`POST ${loginPath}/options`, { headers });
      expect(body.rpId).toBe('localhost');
      const forged = { id: 'demo', rawId: 'demo', type: 'public-key', clientExtensionResults: {} };
      const response = {
        ...forged,
        response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
      };
      const answer = await behindProxy.request(`POST ${loginPath}`, { body: { response }, headers });
      expect(answer.status).toBe(401);
    },
  );

  it('is localhost without PUBLIC_URL, at the port that was asked', async () => {
    const device = await api.signInAs();
    const headers = { host: 'LOCALHOST:5173' };
    const options = await creationOptions(device.request, { headers });
    expect(options.rp.id).toBe('localhost');
    const response = new SoftwareAuthenticator().create(options, { origin: 'http://localhost:5173' });
    const { status } = await device.request(`POST ${passkeysPath}`, { body: { response }, headers });
    expect(status).toBe(201);
  });

  it.each(['127.0.0.1:3000', '[::1]:3000', '192.168.1.7', 'evil.example', 'localhost.evil.example'])(
    'does not exist at %s: the answer says where it is',
    async (host) => {
      const { request } = await api.signInAs();
      const headers = { host };
      for (const target of [`${passkeysPath}/options`, `${loginPath}/options`]) {
        const { status, body } = await request(`POST ${target}`, { headers });
        expect(status).toBe(409);
        expect(body.detail).toContain(
          `Open this site as http://localhost${host.endsWith(':3000') ? ':3000' : ''},`,
        );
      }
      const options = await creationOptions(request);
      const response = new SoftwareAuthenticator().create(options, { origin: `http://${host}` });
      expect((await request(`POST ${passkeysPath}`, { body: { response }, headers })).status).toBe(400);
      expect((await request(`POST ${stepUpPath}/options`, { headers })).body.passkey).toBeNull();
    },
  );

  it('does not exist when PUBLIC_URL is an address', async () => {
    const { request } = await atAddress.signInAs();
    expect(await request(`POST ${passkeysPath}/options`)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Passkeys do not work at 127.0.0.1') },
    });
  });
});
