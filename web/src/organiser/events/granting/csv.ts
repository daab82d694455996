/** Reads and writes CSV (RFC 4180) as spreadsheets make it. It knows no column. */

/** The text of a file: UTF-8 and UTF-16 as spreadsheets save them, and the old Western encoding of Windows. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    // The decoder removes a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The cells of each line; blank lines are left out. The separator of the first line counts for the whole text. */
export function readCsv(text: string): string[][] {
  const [first = ''] = text.split(/\r\n|\n|\r/, 1);
  const outsideQuotes = first.replaceAll(/"[^"]*"/g, '');
  const separator = [';', '\t'].find((candidate) => outsideQuotes.includes(candidate)) ?? ',';
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
