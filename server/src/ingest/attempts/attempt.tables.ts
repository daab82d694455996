import type { Generated, Selectable } from 'kysely';

/** Encoders that were turned away: the last few of each stream, and of those whose stream is not known. */
interface EncoderAttemptTable {
  id: Generated<string>;
  ingestId: string | null;
  /** Of the last one. */
  at: string;
  /** How many that were alike. */
  count: number;
  /** Shortened; null: several. */
  network: string | null;
  protocol: 'rtmp' | 'srt';
  program: string | null;
  refusal:
    | 'wrong-key'
    | 'replaced-key'
    | 'broadcast-ended'
    | 'another-encoder'
    | 'key-in-use'
    | 'codec-refused'
    | 'no-picture'
    | 'no-key'
    | 'not-understood'
    | 'too-many-connections';
  detail: string | null;
}

export interface EncoderAttemptTables {
  encoderAttempts: EncoderAttemptTable;
}

export type AttemptRow = Selectable<EncoderAttemptTable>;
