/** What every adapter of a video provider does, with its stand-in and, where the environment names one, a real account. */
import { afterAll, describe, expect, it } from 'vitest';
import { createRemoteVideos } from '../../../src/media/remote/remote-videos.ts';
import type { RemoteProvider } from '../../../src/media/video-provider.ts';

export interface Account {
  provider: RemoteProvider;
  /** Of a finished video that only a signature opens. */
  signedId: string;
  publicId?: string;
  /** The same account with a wrong secret of the API. */
  stranger: RemoteProvider;
  /** The same account with another signing key. */
  forger: RemoteProvider;
  /** The same account where nothing listens. */
  away: RemoteProvider;
  /** How many calls reached the provider; undefined for a real one. */
  calls?: () => number;
  /** The provider answers the next calls with 429; undefined for a real one. */
  limit?: (calls: number, seconds: number) => void;
  /** An adapter that has asked nothing yet. */
  fresh: () => RemoteProvider;
  /** An encoder publishes with this key; undefined for a real one. */
  publish?: (streamKey: string) => boolean;
}

export function describeAdapter(name: string, account: Account): void {
  const { provider, signedId, publicId, stranger, forger, away, calls, publish, limit, fresh } = account;
  const soon = () => new Date(Date.now() + 60_000);
  const statusOf = async (url: Promise<URL>) => (await fetch(await url)).status;
  const made: string[] = [];
  afterAll(() => Promise.all(made.map((videoId) => provider.deleteLiveInput(videoId))));
  const newInput = async () => {
    const input = await provider.createLiveInput('Ringside: test of the adapter');
    made.push(input.videoId);
    return input;
  };

  describe(`the adapter, with ${name}`, () => {
    it('knows the videos that only a signature opens', async () => {
      expect(await provider.knowsVideo(signedId)).toBe(true);
      expect(await provider.knowsVideo(`${signedId.slice(0, -4)}0000`)).toBe(false);
      if (publicId) expect(await provider.knowsVideo(publicId)).toBe(false);
    });

    it.each(['../live-streams', 'a/b', '%2e%2e', '', 'x'.repeat(20_000), 'a?b'])(
      'asks nothing about an id like %.20j',
      async (videoId) => {
        const before = calls?.();
        expect(await provider.knowsVideo(videoId)).toBe(false);
        expect(await provider.isReceiving(videoId)).toBe(false);
        expect(await provider.findRecording(videoId, new Date())).toEqual({ state: 'none' });
        await expect(provider.replaceKey(videoId)).rejects.toMatchObject({ status: 404 });
        await expect(provider.closeLiveInput(videoId)).rejects.toMatchObject({ status: 404 });
        await provider.deleteLiveInput(videoId);
        expect(calls?.()).toBe(before);
      },
    );

    it('passes its own check, and fails it with another secret', async () => {
      await provider.check();
      await expect(stranger.check()).rejects.toMatchObject({ name: 'RemoteRefusal' });
    });

    it('signs an address that opens until its expiry, and only with its key', async () => {
      expect(await statusOf(provider.manifestUrl(signedId, soon()))).toBe(200);
      const late = await statusOf(provider.manifestUrl(signedId, new Date(Date.now() - 60_000)));
      expect([401, 403]).toContain(late);
      expect([401, 403]).toContain(await statusOf(forger.manifestUrl(signedId, soon())));
      const address = (await provider.manifestUrl(signedId, soon())).href;
      const stripped = address.replace(/\?.*/, '').replace(/eyJ[^/]+/, signedId);
      expect(stripped).not.toBe(address);
      expect((await fetch(stripped)).ok).toBe(false);
    });

    it('leads to a finished video, whose segments a page of ours may load', async () => {
      const videos = createRemoteVideos(provider, () => new Date());
      const { rungs } = await videos.master(signedId);
      const list = await videos.list(signedId, [...rungs.keys()][0] ?? '');
      expect(list?.isComplete).toBe(true);
      const segment = await fetch([...(list?.files.values() ?? [])].at(-1) ?? '', {
        headers: { origin: 'https://ringside.test' },
      });
      expect([segment.status, segment.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    });

    it('makes a live input whose pictures only a signature opens, and removes it', async () => {
      const { videoId, rtmpUrl, streamKey } = await newInput();
      expect(new URL(rtmpUrl).protocol).toBe('rtmps:');
      expect(streamKey.length).toBeGreaterThan(20);
      expect(await provider.knowsVideo(videoId)).toBe(true);
      expect(await provider.isReceiving(videoId)).toBe(false);
      expect((await provider.findRecording(videoId, new Date())).state).toBe('pending');
      await provider.deleteLiveInput(videoId);
      expect(await provider.knowsVideo(videoId)).toBe(false);
      await provider.deleteLiveInput(videoId);
    });

    it('replaces the key of a live input', async () => {
      const old = await newInput();
      const input = await provider.replaceKey(old.videoId);
      expect(input.videoId).toBe(old.videoId);
      expect(input.streamKey).not.toBe(old.streamKey);
    });

    it.runIf(publish)('cuts the encoder off with its key, and when the broadcast ends', async () => {
      const old = await newInput();
      expect(publish?.(old.streamKey)).toBe(true);
      expect(await provider.isReceiving(old.videoId)).toBe(true);
      const { videoId, streamKey } = await provider.replaceKey(old.videoId);
      expect(await provider.isReceiving(videoId)).toBe(false);
      expect(publish?.(old.streamKey)).toBe(false);
      expect(publish?.(streamKey)).toBe(true);
      await provider.closeLiveInput(videoId);
      expect(await provider.isReceiving(videoId)).toBe(false);
      expect(publish?.(streamKey)).toBe(false);
      // A new key opens it again.
      expect(publish?.((await provider.replaceKey(videoId)).streamKey)).toBe(true);
    });

    it('makes a live input for a name that is too long for the provider', async () => {
      const input = await provider.createLiveInput('€'.repeat(500));
      made.push(input.videoId);
      expect(await provider.knowsVideo(input.videoId)).toBe(true);
    });

    it.runIf(limit)(
      'waits for a short pause that the provider asks for, and does everything once',
      async () => {
        const limited = fresh();
        limit?.(2, 1);
        const began = performance.now();
        const input = await limited.createLiveInput('Ringside: test of the adapter');
        made.push(input.videoId);
        expect(performance.now() - began).toBeGreaterThan(1_900);
        limit?.(1, 1);
        const { streamKey } = await limited.replaceKey(input.videoId);
        expect(publish?.(streamKey)).toBe(true);
      },
    );

    it.runIf(limit)('asks nothing during a long pause (28.62)', async () => {
      const limited = fresh();
      limit?.(1, 60);
      const isAway = { name: 'RemoteAway' };
      await expect(limited.isReceiving(signedId)).rejects.toMatchObject(isAway);
      const before = calls?.();
      await expect(limited.isReceiving(signedId)).rejects.toMatchObject(isAway);
      await expect(limited.createLiveInput('x')).rejects.toMatchObject(isAway);
      expect(calls?.()).toBe(before);
      expect(await fresh().isReceiving(signedId)).toBe(false);
    });

    it('says that the provider is away', async () => {
      const isAway = { name: 'RemoteAway' };
      await expect(away.check()).rejects.toMatchObject(isAway);
      await expect(away.createLiveInput('x')).rejects.toMatchObject(isAway);
      await expect(away.isReceiving(signedId)).rejects.toMatchObject(isAway);
    });
  });
}
