/** The states and warnings of live ingest, in words that say what to do. */
import type { Tone } from '../../../ui/badges/tone-badge.tsx';
import { codecInWords } from '../../turned-away/codec-words.ts';
import type { DescribedIngest, Ingest } from './ingest.queries.ts';

export const stateWords: Record<Ingest['state'], { tone: Tone; title: string; text: string }> = {
  idle: {
    tone: 'plain',
    title: 'Waiting',
    text: 'No encoder is connected. Viewers see that it has not begun.',
  },
  connecting: {
    tone: 'warning',
    title: 'Connecting',
    text: 'An encoder is connected. Its first picture is awaited.',
  },
  live: { tone: 'good', title: 'Live', text: 'Your picture arrives, and viewers see it.' },
  interrupted: {
    tone: 'warning',
    title: 'Interrupted',
    text: 'The picture is lost. Viewers see a slate until it is back.',
  },
  ended: { tone: 'plain', title: 'Ended', text: 'The broadcast is over. Viewers can watch the recording.' },
};

/** The words of its state; a broadcast may have ended without a recording, and a film may be there without a broadcast. */
export function wordsOf({
  state,
  provider,
  recording,
  film,
}: Pick<DescribedIngest, 'state' | 'provider' | 'recording'> & { film?: Ingest['film'] }) {
  const words = stateWords[state];
  if (film) return { ...words, title: 'Film', text: 'Viewers can watch the film.' };
  if (state !== 'ended' || provider !== null || recording.bytes > 0) return words;
  return { ...words, text: 'The broadcast is over. Nothing was recorded, so viewers have no replay.' };
}

const warningWords: Record<Exclude<Ingest['warnings'][number], 'codec-refused' | 'key-in-use'>, string> = {
  'port-closed': 'This server does not listen for encoders: its port is taken. Ask who runs it.',
  'no-picture': 'The encoder sends sound and no picture. Add a video source, or check that the camera is on.',
  'picture-lost':
    'The picture has stopped, and sound still comes. Viewers hear it and see a slate. Check the camera and its cable.',
  'no-audio':
    'There is no sound: viewers hear silence. Add an audio source now, the picture goes on meanwhile.',
  'audio-lost':
    'The sound has stopped: viewers hear silence until it is back. Check the microphone and the mixer.',
  'key-frames-missing':
    'No key frame has come for 10 s, so viewers who join see nothing. Set the key frame interval of the encoder to 2 s.',
  'key-frames-rare': 'Key frames come too rarely. Set the key frame interval of the encoder to 2 s.',
  'key-frames-many':
    'Key frames come too often, which costs quality. Set the key frame interval of the encoder to 2 s.',
  'open-gop':
    'Viewers who join see no picture, or it stutters: key frames need the pictures before them. Set closed GOP at the encoder.',
  'intra-refresh':
    'Viewers who join see no picture: there are no key frames. Turn intra refresh off, and set the key frame interval to 2 s.',
  'profile-rare':
    'Phones do not decode this profile of the codec. Choose H.264 with the profile High, 8 bits and 4:2:0.',
  'frames-missing':
    'Pictures are missing. The computer of the encoder is too slow: choose a faster preset or a smaller picture.',
  'uplink-slow': 'The feed falls behind the clock. The network at the venue is too slow: lower the bitrate.',
  'timestamps-jump':
    'The clock of the encoder jumps. Restart the encoder if viewers see the picture stutter.',
  'clock-drifts':
    'The clock of the encoder is slow or fast. The server corrects it; restart the encoder when there is time.',
  'bitrate-high':
    'The bitrate is above 12 Mbit/s, which many viewers cannot load. 4 to 8 Mbit/s are enough for 1080p.',
  'packets-missing':
    'Packets are lost on the way, and parts of the picture with them. Raise the latency of the encoder to 1.5 s, or lower the bitrate.',
  'recording-failing': 'The recording has gaps. The broadcast goes on.',
  'store-away':
    'The object store does not answer. The recording waits on the disk of the server, and nothing is lost.',
};

const recordingProblems: Record<NonNullable<Ingest['recording']['problem']>, string> = {
  'disk-full':
    'The recording has stopped: the disk of the server is full. Make room, and it goes on by itself. The broadcast goes on.',
  'folder-unusable':
    'Nothing is recorded: the server cannot use its folder for recordings. Ask who runs it. The broadcast goes on.',
  'disk-slow':
    'The recording has gaps: the disk of the server is slower than the feed. Lower the bitrate, or ask who runs it.',
  failed: 'The recording has gaps: the server could not write it. Ask who runs it. The broadcast goes on.',
};

/** What the organiser should change, in words. */
export function warningsInWords({
  warnings,
  recording,
  health,
  ...encoders
}: Pick<DescribedIngest, 'warnings' | 'recording' | 'health' | 'encoderNetwork' | 'attempts'>) {
  return warnings.map((warning) => {
    if (warning === 'key-in-use') return contestInWords(encoders);
    if (warning === 'codec-refused') return codecInWords(health?.refusedCodec ?? null);
    if (warning === 'recording-failing' && recording.problem) return recordingProblems[recording.problem];
    return warningWords[warning];
  });
}

/** Of two encoders with one key one is live, and the other is refused. */
function contestInWords({ encoderNetwork, attempts }: Pick<DescribedIngest, 'encoderNetwork' | 'attempts'>) {
  const refused = attempts.find(({ refusal }) => refusal === 'key-in-use');
  const from = (network: string | null | undefined) => network ?? 'another network';
  if (encoderNetwork !== null && refused?.network === encoderNetwork)
    return `Two encoders use this key, both from ${encoderNetwork}: one is live, and the other is refused. Stop one of them.`;
  return `Two encoders use this key. The one from ${from(encoderNetwork)} is live, and the one from ${from(refused?.network)} is refused. Stop one of them.`;
}

export const endQuestion = {
  title: 'End the broadcast?',
  description: 'The encoder is cut off, and viewers get the recording. A new key opens the broadcast again.',
};

/** What the charts do not show. */
export function healthFacts({
  provider,
  health,
  recording,
  film,
  encoderNetwork,
  isEncoderKept,
}: Ingest): Array<[label: string, value: string]> {
  if (provider) return [];
  const facts: Array<[string, string]> = [];
  if (health && !film) {
    const { width, height, keyFrameSeconds, encoder } = health;
    facts.push(
      ['Picture', width && height ? `${width} × ${height}` : 'None yet'],
      ['Sound', health.hasAudio ? 'Yes' : 'None'],
      ['Key frame every', keyFrameSeconds === null ? 'Not known yet' : `${keyFrameSeconds} s`],
      ['Reconnects', String(health.reconnects)],
    );
    if (health.packetsLost !== null) facts.push(['Lost packets', lossInWords(health)]);
    if (encoder) facts.push(['Encoder', encoder]);
    if (encoderNetwork) facts.push(['From', `${encoderNetwork}${isEncoderKept ? ', kept' : ''}`]);
  }
  facts.push([film ? 'Length' : 'Recorded', recorded(recording)]);
  return facts;
}

/** "120, sent again in time" */
function lossInWords({ packetsLost, packetsMissing }: NonNullable<Ingest['health']>): string {
  if (!packetsLost) return 'None';
  if (!packetsMissing) return `${packetsLost}, sent again in time`;
  return `${packetsLost}, and ${packetsMissing} of the last 10 s came too late`;
}

/** "Recording: 2 min 5 s, 80 MB" */
export function recordingInWords({
  provider,
  state,
  recording,
}: Pick<DescribedIngest, 'provider' | 'state' | 'recording'>): string {
  if (provider) return atProvider(provider);
  if (recording.seconds === 0) return state === 'ended' ? 'Nothing was recorded' : 'Nothing recorded yet';
  const isStopped = recording.problem === 'disk-full' || recording.problem === 'folder-unusable';
  if (state === 'ended') return `Recorded: ${recorded(recording)}`;
  if (isStopped) return `Recording stopped after ${recorded(recording)}`;
  return `${state === 'live' ? 'Recording' : 'Recorded so far'}: ${recorded(recording)}`;
}

/** Figures stand there. */
export function atProvider(provider: string): string {
  return `${provider} takes the encoder, measures its feed and records it.`;
}

function recorded({ seconds, bytes }: Ingest['recording']): string {
  if (seconds === 0) return 'Nothing yet';
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const parts = [hours > 0 ? `${hours} h` : '', hours + minutes > 0 ? `${minutes} min` : ''];
  const length = [...parts, hours > 0 ? '' : `${seconds % 60} s`].filter(Boolean).join(' ');
  const size = bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(0)} MB`;
  return `${length}, ${size}`;
}
