/**
 * What the adapter needs of Cloudflare Stream, asked of the stand-in and, where the environment names an account, of
 * Cloudflare itself: the variables of docs/operations.md, and CLOUDFLARE_TEST_VIDEO_ID, a video that needs signatures.
 */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll } from 'vitest';
import { type CloudflareSettings, createCloudflare } from '../../../src/media/remote/cloudflare.ts';
import { startCloudflare } from '../../../stand-ins/video/cloudflare.ts';
import { describeAdapter } from './adapter.ts';

const standIn = await startCloudflare();
afterAll(() => standIn.close());
const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});
const of = (settings: CloudflareSettings) => ({
  provider: createCloudflare(settings),
  fresh: () => createCloudflare(settings),
  stranger: createCloudflare({ ...settings, apiToken: 'another' }),
  forger: createCloudflare({ ...settings, privateKey: pem.toString() }),
  away: createCloudflare({ ...settings, origin: 'http://127.0.0.1:1' }),
});

describeAdapter('the stand-in of Cloudflare', {
  ...of(standIn.settings),
  signedId: standIn.addAsset().playbackId,
  publicId: standIn.addAsset('public').playbackId,
  calls: () => standIn.calls.length,
  publish: (streamKey) => standIn.publish(streamKey),
  limit: (calls, seconds) => standIn.limit(calls, seconds),
});

const {
  CLOUDFLARE_ACCOUNT_ID: accountId,
  CLOUDFLARE_API_TOKEN: apiToken,
  CLOUDFLARE_CUSTOMER_CODE: customerCode,
  CLOUDFLARE_SIGNING_KEY: signingKeyId,
  CLOUDFLARE_PRIVATE_KEY: privateKey,
  CLOUDFLARE_TEST_VIDEO_ID: signedId,
} = process.env;
if (accountId && apiToken && customerCode && signingKeyId && privateKey && signedId) {
  const settings = {
    accountId,
    apiToken,
    customerCode,
    signingKeyId,
    webhookSecrets: [],
    privateKey: Buffer.from(privateKey, 'base64').toString(),
  };
  describeAdapter('Cloudflare itself', { ...of(settings), signedId });
} else {
  process.stderr.write(
    'SKIPPED: no account of Cloudflare in the environment, so its adapter meets the stand-in only.\n',
  );
}
