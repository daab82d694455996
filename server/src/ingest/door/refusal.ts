import type { AttemptRow } from '../attempts/attempt.tables.ts';

/** Why an encoder is turned away, and what it is told. */
export type Refusal = 'wrong-key' | 'replaced-key' | 'broadcast-ended' | 'another-encoder' | 'key-in-use';

export interface Refused {
  refusal: Refusal;
  /** The stream that it meant; undefined: none has or had its key. */
  ingestId: string | undefined;
}

export const refusalWords: Record<Refusal, string> = {
  'wrong-key': 'This key is wrong.',
  'replaced-key': 'This key was replaced. The page of the stream makes a new one.',
  'broadcast-ended': 'This broadcast has ended. A new key opens it again.',
  'another-encoder': 'Another encoder came a moment later.',
  'key-in-use': 'Another encoder uses this key and sends a picture. Stop one of them.',
};

/** One encoder that was turned away. */
export interface Attempt {
  /** undefined: it ended before its key was read, or no stream has the key. */
  ingestId: string | undefined;
  /** The address of the encoder. */
  remote: string;
  protocol: AttemptRow['protocol'];
  /** What it calls itself. */
  program?: string | undefined;
  /** Those beside `Refusal` are seen at its connection or in what it sends: it gets no answer in words. */
  refusal: AttemptRow['refusal'];
  /** The codec, or what was not understood. */
  detail?: string | undefined;
}
