/** Reads and writes CSV (RFC 4180) as spreadsheets make it. It knows no column. */

/** The text of a file: UTF-8 and UTF-16 as spreadsheets save them, and the old Western encoding of Windows. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>) {
  const wide = wideEncodingOf(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    // The decoder removes a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** By the byte order mark, or by the zeros that most letters have there. */
function wideEncodingOf(bytes: Uint8Array) {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = [...bytes.subarray(0, 200)];
  const zerosAt = (parity: number) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  if (zerosAt(1) > start.length / 4) return 'utf-16le';
  return zerosAt(0) > start.length / 4 ? 'utf-16be' : undefined;
}

/** Without the marks that nobody sees and that documents carry along: soft hyphens, zero-width and direction marks. */
export function withoutInvisible(text: string) {
  return text.replaceAll(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g, '');
}

const separators = [';', '\t', '|', ','];

/** The one that Excel is told in a first line of its own, or the one that most of the first lines have. */
function separatorOf(text: string) {
  const declared = /^sep=(.)(?=[\r\n])/i.exec(text)?.[1];
  if (declared !== undefined && separators.includes(declared)) return declared;
  const lines = text.slice(0, 20_000).split(/\r\n|\n|\r/, 10);
  const outsideQuotes = lines.map((line) => line.replaceAll(/"[^"]*"/g, ''));
  const linesWith = (separator: string) => outsideQuotes.filter((line) => line.includes(separator)).length;
  const most = Math.max(...separators.map(linesWith));
  return separators.find((separator) => linesWith(separator) === most) ?? ',';
}

/** The cells of each line; blank lines are left out. */
export function readCsv(file: string): string[][] {
  const separator = separatorOf(file);
  const text = file.replace(/^sep=.[\r\n]+/i, '');
  const plain = new RegExp(`[^${separator}\\r\\n]*`, 'y');
  const readPlain = (from: number) => {
    plain.lastIndex = from;
    return plain.exec(text)?.[0] ?? '';
  };
  const lines: string[][] = [];
  let line = [''];
  let at = 0;
  const endLine = () => {
    if (line.some((each) => each.trim() !== '')) lines.push(line);
    line = [''];
  };
  while (at < text.length) {
    const char = text[at];
    if (char === separator) {
      line.push('');
      at += 1;
    } else if (char === '\n' || char === '\r') {
      endLine();
      at += char === '\r' && text[at + 1] === '\n' ? 2 : 1;
    } else {
      const end = char === '"' ? endOfQuoted(text, at + 1) : undefined;
      const quoted = text.slice(at + 1, end ?? at).replaceAll('""', '"');
      const after = end === undefined ? at : end + 1;
      const rest = readPlain(after);
      line[line.length - 1] = `${quoted}${rest}`;
      at = after + rest.length;
    }
  }
  endLine();
  return lines;
}

/** Where the quote ends: at the next one that is not doubled, or with the text. A pattern would overflow on a long cell. */
function endOfQuoted(text: string, from: number) {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    if (text[at + 1] !== '"') return at;
  }
}

/** A cell that a spreadsheet would run as a formula gets an apostrophe in front; the server's import removes it. */
export function writeCsv(lines: readonly (readonly string[])[]) {
  return lines.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
}

function writeCell(cell: string) {
  const safe = /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell as its author typed it. */
export function unescapeCell(cell: string) {
  return (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell).trim();
}
