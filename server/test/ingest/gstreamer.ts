/** GStreamer as an encoder. */
import { spawn } from 'node:child_process';
import type { Publisher } from './ffmpeg.ts';

/** Publishes a test picture in real time; SIGINT ends the feed first, then the process. */
export function publishWithGstreamer({
  rtmpUrl,
  streamKey,
}: {
  rtmpUrl: string;
  streamKey: string;
}): Publisher {
  const pipeline = `
    videotestsrc is-live=true pattern=ball ! video/x-raw,width=320,height=180,framerate=25/1
      ! x264enc speed-preset=ultrafast tune=zerolatency key-int-max=50 bitrate=400 ! h264parse ! queue ! mux.
    audiotestsrc is-live=true ! audio/x-raw,rate=48000,channels=2 ! avenc_aac ! aacparse ! queue ! mux.
    flvmux name=mux streamable=true ! rtmp2sink location=${rtmpUrl}/${streamKey}`;
  const process = spawn('gst-launch-1.0', ['-e', '-q', ...pipeline.trim().split(/\s+/)]);
  let errors = '';
  process.stderr.on('data', (text) => {
    errors += text;
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    process.on('close', (code) => resolve({ code, errors }));
  });
  return { process, ended, [Symbol.dispose]: () => void process.kill('SIGKILL') };
}
