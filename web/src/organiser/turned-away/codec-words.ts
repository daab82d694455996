/** A codec that is not taken: the same words for an encoder and for a film. @param codec null: it has no name. */
export function codecInWords(codec: string | null): string {
  return `Not taken here: ${codec ?? 'this codec'}. Choose H.264 for the picture and AAC for the sound.`;
}
