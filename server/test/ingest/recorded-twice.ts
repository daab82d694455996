/** A recording of two encoders, with some seconds of slate between them, as an organiser downloads it. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { readRecording, withoutSlate } from '../../src/media/origin/videos/recorded-video.ts';
import type { TestApi } from '../harness.ts';
import { film, publish } from './encoder.ts';
import { setUpVenue, stateOf, until, type Venue } from './venue.ts';

export type Download = LightMyRequestResponse;

export function downloadRecording(
  api: TestApi,
  { path: url, organiser }: Venue,
  headers: Record<string, string> = {},
): Promise<Download> {
  return api.app.inject({
    method: 'GET',
    url: `${url}/recording`,
    headers: { authorization: `Bearer ${organiser.accessToken}`, ...headers },
  });
}

/** `filmedSeconds`: how long the encoders sent pictures. */
export async function recordTwice(
  api: TestApi,
): Promise<{ venue: Venue; whole: Download; filmedSeconds: number }> {
  const venue = await setUpVenue(api);
  const record = async (seconds: number) => {
    using encoder = await publish(venue.key);
    const stop = film(encoder);
    await until(
      () => stateOf(venue),
      ({ recording }) => recording.seconds >= seconds,
    );
    stop();
  };
  const recorded = async () => {
    const folder = (await readdir(api.recordingDir)).find((name) => !name.includes('.')) ?? '';
    return readRecording(path.join(api.recordingDir, folder));
  };
  await record(4);
  await until(
    () => stateOf(venue),
    ({ state }) => state === 'interrupted',
  );
  await until(recorded, (segments) => segments.filter(({ isSlate }) => isSlate).length >= 2);
  await record(8);
  await venue.organiser.request(`POST ${venue.path}/end`);
  const filmedSeconds = withoutSlate(await recorded()).reduce((sum, { seconds }) => sum + seconds, 0);
  return { venue, whole: await downloadRecording(api, venue), filmedSeconds };
}
