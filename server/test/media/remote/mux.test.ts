/**
 * What the adapter needs of Mux, asked of the stand-in and, where the environment names an account, of Mux itself:
 * the variables of docs/operations.md, and MUX_TEST_PLAYBACK_ID, the signed playback id of any asset.
 */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll } from 'vitest';
import { createMux, type MuxSettings } from '../../../src/media/remote/mux.ts';
import { startMux } from '../../../stand-ins/video/mux.ts';
import { describeAdapter } from './adapter.ts';

const standIn = await startMux();
afterAll(() => standIn.close());
const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});
const of = (settings: MuxSettings) => ({
  provider: createMux(settings),
  fresh: () => createMux(settings),
  stranger: createMux({ ...settings, tokenSecret: 'another' }),
  forger: createMux({ ...settings, privateKey: pem.toString() }),
  away: createMux({ ...settings, origin: 'http://127.0.0.1:1' }),
});

describeAdapter('the stand-in of Mux', {
  ...of(standIn.settings),
  signedId: standIn.addAsset().playbackId,
  publicId: standIn.addAsset('public').playbackId,
  calls: () => standIn.calls.length,
  publish: (streamKey) => standIn.publish(streamKey),
  limit: (calls, seconds) => standIn.limit(calls, seconds),
});

const { MUX_TOKEN_ID, MUX_TOKEN_SECRET, MUX_SIGNING_KEY, MUX_PRIVATE_KEY, MUX_TEST_PLAYBACK_ID } =
  process.env;
if (MUX_TOKEN_ID && MUX_TOKEN_SECRET && MUX_SIGNING_KEY && MUX_PRIVATE_KEY && MUX_TEST_PLAYBACK_ID) {
  const settings = {
    tokenId: MUX_TOKEN_ID,
    tokenSecret: MUX_TOKEN_SECRET,
    signingKeyId: MUX_SIGNING_KEY,
    privateKey: Buffer.from(MUX_PRIVATE_KEY, 'base64').toString(),
    webhookSecrets: [],
  };
  describeAdapter('Mux itself', { ...of(settings), signedId: MUX_TEST_PLAYBACK_ID });
} else {
  process.stderr.write(
    'SKIPPED: no account of Mux in the environment, so its adapter meets the stand-in only.\n',
  );
}
