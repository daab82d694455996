/** Why encoders were turned away, in words that say what to change. */
import type { components } from '@ringside/openapi/schema';
import { formatDate, formatDateTime, formatTime } from '../../ui/time/time.ts';
import { codecInWords } from './codec-words.ts';

export type EncoderAttempt = components['schemas']['EncoderAttempt'];

const refusalWords: Record<Exclude<EncoderAttempt['refusal'], 'codec-refused' | 'not-understood'>, string> = {
  'wrong-key': 'Its key is wrong. Paste the whole key again, or make a new one.',
  'replaced-key': 'Its key was replaced. Paste the new key into the encoder, or make another one.',
  'broadcast-ended': 'The broadcast had ended. Make a new key, which opens it again, and paste that.',
  'another-encoder': 'Another encoder with the same key came a moment later. Stop one of them.',
  'key-in-use': 'Another encoder with the same key keeps the stream. Stop one of them.',
  'no-picture': 'No picture came. Check that the encoder sends H.264, with a key frame every 2 s.',
  'no-key': 'It ended before it sent a key. Paste the server and the key into the encoder.',
  'too-many-connections':
    'Too many connections of its network wait. Stop the encoder there that tries a wrong key again and again.',
};

export function attemptInWords({ refusal, detail }: EncoderAttempt): string {
  if (refusal === 'codec-refused') return codecInWords(detail);
  if (refusal !== 'not-understood') return refusalWords[refusal];
  const what = detail ? `: ${detail.charAt(0).toLowerCase()}${detail.slice(1)}` : '';
  return `What it sent is not understood${what}. Paste the server as the stream shows it, or update the encoder.`;
}

/** "19:38, 3 times, from 203.0.113.0/24, by SRT, OBS" @param now in milliseconds. */
export function attemptFacts(
  { at, count, network, protocol, program }: EncoderAttempt,
  now: number,
  zone?: string,
) {
  const isToday = formatDate(at, zone) === formatDate(now, zone);
  return [
    isToday ? formatTime(at, zone) : formatDateTime(at, zone),
    count > 1 ? `${count} times` : undefined,
    network ? `from ${network}` : 'from several networks',
    protocol === 'srt' ? 'by SRT' : 'by RTMP',
    program ?? undefined,
  ]
    .filter((fact) => fact !== undefined)
    .join(', ');
}
