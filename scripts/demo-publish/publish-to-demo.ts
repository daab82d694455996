/** The evening of one camera: from the set-up of its stream to the end of its broadcast. */
import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { demoAccounts, liveDemoSlug } from '../../server/src/demo/demo-data.ts';
import { publishCapture } from './capture-encoder.ts';
import { CannotPublish, openDemo, type VenueCamera } from './demo-api.ts';
import type { DemoEncoder } from './demo-encoder.ts';
import { publishWithFfmpeg } from './ffmpeg-encoder.ts';

export { CannotPublish };

const liveWithinMs = 20_000;
const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);

/** Publishes until a signal arrives. @throws CannotPublish */
export async function publishToDemo(address: string): Promise<void> {
  const stopSignal = new Promise<'stop'>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve('stop'));
  });
  const demo = await openDemo(address);
  const camera = await demo.setUpCamera();
  if (camera.isKnown)
    say(
      'The stream has a key from an earlier run: it is replaced, and a publisher with the old key is cut off.',
    );
  const encoder = hasFfmpeg() ? publishWithFfmpeg(camera) : await publishCapture(camera);
  const lost = encoder.ended.then((reason) => {
    throw new CannotPublish(`The picture no longer arrives: ${reason}`);
  });
  // Until it is raced, nobody else takes the error.
  lost.catch(() => {});
  // Who stops it before the picture comes does not wait for it.
  const stopped = new AbortController();
  try {
    if ((await Promise.race([whenLive(camera, stopped.signal), stopSignal, lost])) !== 'stop') {
      say(...whatToSee(demo.url, camera, encoder));
      await Promise.race([stopSignal, lost]);
    }
  } finally {
    stopped.abort();
    await encoder.stop();
  }
  await camera.end();
  say('The broadcast has ended. Its replay is at the same address; a second run goes on with it.');
}

async function whenLive(camera: VenueCamera, stopped: AbortSignal): Promise<void> {
  const deadline = performance.now() + liveWithinMs;
  while (!stopped.aborted && (await camera.state()) !== 'live') {
    if (performance.now() > deadline)
      throw new CannotPublish(`The encoder was accepted, but no picture came in ${liveWithinMs / 1000} s.`);
    await wait(250);
  }
}

function whatToSee(url: string, { eventId, streamId }: VenueCamera, { name }: DemoEncoder): string[] {
  const [, viewer] = demoAccounts;
  return [
    `Live, sent by ${name}. Watch it as ${viewer.email} (password ${viewer.password}):`,
    `  ${url}/competitions/${liveDemoSlug}/live?stream=${streamId}`,
    'What the organiser sees of the feed is in the menu of the stream "Venue camera":',
    `  ${url}/admin/events/${eventId}/blocks`,
    'Ctrl+C ends the broadcast.',
  ];
}

function hasFfmpeg(): boolean {
  try {
    const encoders = execFileSync('ffmpeg', ['-v', 'error', '-encoders'], { encoding: 'utf8' });
    return encoders.includes('libx264');
  } catch {
    return false;
  }
}
