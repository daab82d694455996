/** The states and warnings of live ingest, in words that say what to do. */
import type { Tone } from '../../../ui/badges/tone-badge.tsx';
import { codecInWords } from './codec-words.ts';
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

const warningWords: Record<Exclude<Ingest['warnings'][number], 'codec-refused'>, string> = {
  'port-closed': 'This server does not listen for encoders: its port is taken. Ask who runs it.',
  'no-audio': 'There is no sound. Add an audio source, or check that it is not muted.',
  'key-frames-rare': 'Key frames come too rarely. Set the key frame interval of the encoder to 2 s.',
  'key-frames-many':
    'Key frames come too often, which costs quality. Set the key frame interval of the encoder to 2 s.',
  'frames-missing':
    'Pictures are missing. The computer of the encoder is too slow: choose a faster preset or a smaller picture.',
  'uplink-slow': 'The feed falls behind the clock. The network at the venue is too slow: lower the bitrate.',
  'timestamps-jump':
    'The clock of the encoder jumps. Restart the encoder if viewers see the picture stutter.',
  'bitrate-high':
    'The bitrate is above 12 Mbit/s, which many viewers cannot load. 4 to 8 Mbit/s are enough for 1080p.',
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
}: Pick<DescribedIngest, 'warnings' | 'recording' | 'health'>) {
  return warnings.map((warning) => {
    if (warning === 'codec-refused') return codecInWords(health?.refusedCodec ?? null);
    if (warning === 'recording-failing' && recording.problem) return recordingProblems[recording.problem];
    return warningWords[warning];
  });
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
    if (encoder) facts.push(['Encoder', encoder]);
  }
  facts.push([film ? 'Length' : 'Recorded', recorded(recording)]);
  return facts;
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
