/** A text of an encoder as it may be stored and shown: no control characters and no changes of direction. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '').trim();
}
