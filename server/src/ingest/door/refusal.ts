/** Why an encoder is turned away, and what it is told. */
export type Refusal = 'wrong-key' | 'replaced-key' | 'broadcast-ended' | 'another-encoder';

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
};
