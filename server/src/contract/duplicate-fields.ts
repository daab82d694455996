/**
 * JSON in which a field occurs twice. `JSON.parse` keeps the last one, other readers the first, so that two of them on
 * the way of a request could see different values (RFC 8259, 4).
 */
import { escapePointer } from '../http/json-pointer.ts';

export const occursTwice = 'Must not occur twice.';

/** The index behind the closing quote of the string that starts here. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
}

/** Whether the string that ends here is the name of a field. */
function isName(text: string, end: number): boolean {
  let at = end;
  // A text may end behind a string; the code is NaN there.
  for (let code = text.charCodeAt(at); code <= 0x20; code = text.charCodeAt(at)) at++;
  return text[at] === ':';
}

interface Level {
  /** The fields so far; undefined in an array. */
  fields: Set<string> | undefined;
  /** The field or the index of the current part. */
  part: string | number;
}

/** No call needs deeper levels; a hostile one could make the answer as long as itself. */
const longestPointer = 50;

function pointerOf(levels: Level[]): string {
  return levels
    .slice(0, longestPointer)
    .map(({ part }) => `/${escapePointer(String(part))}`)
    .join('');
}

/**
 * @param text valid JSON.
 * @returns the pointer of the first field that occurs twice, or undefined if no field does.
 */
export function findDuplicateField(text: string): string | undefined {
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at++) {
    const level = levels.at(-1);
    switch (text[at]) {
      case '{':
        levels.push({ fields: new Set(), part: '' });
        break;
      case '[':
        levels.push({ fields: undefined, part: 0 });
        break;
      case '}':
      case ']':
        levels.pop();
        break;
      case ',':
        if (typeof level?.part === 'number') level.part++;
        break;
      case '"': {
        const end = endOfString(text, at);
        if (level?.fields !== undefined && isName(text, end)) {
          level.part = JSON.parse(text.slice(at, end)) as string;
          if (level.fields.has(level.part)) return pointerOf(levels);
          level.fields.add(level.part);
        }
        at = end - 1;
        break;
      }
    }
  }
  return undefined;
}
