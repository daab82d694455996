/**
 * Whether a Markdown text is quick to show. The server asks before it saves a text, and the client before it parses one.
 * It reads the text once and knows no grammar: it also counts what stands in a code block.
 */
import { markdownLimits } from '@ringside/openapi/markdown-limits';

/** What may stand before the words of a line: spaces, quotes and list items. */
const beforeWords = /^(?:[ \t>]|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))*/;
const marks = /[*_~`[\]<>&|@\\]|:\/\//g;
const images = /!\[/g;
const onlyTableLine = /^[ \t>|:-]*$/;
const blank = /^[ \t>]*$/;

/** @returns what is too much and where, for the author of the text; undefined if the text is fine. */
export function findMarkdownIssue(text: string, limits = markdownLimits): string | undefined {
  // An emoji is one character, as for `maxLength`, but has a length of two.
  const start = text.slice(0, 2 * limits.characters + 1);
  if (text.length > limits.characters && [...start].length > limits.characters)
    return `Must be at most ${count(limits.characters)} characters long.`;
  let markCount = 0;
  let imageCount = 0;
  let cellCount = 0;
  let columns = 0;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (widthOf(beforeWords.exec(line)?.[0]) > limits.indentation)
      return `Line ${index + 1} is nested too deep: spaces, quotes and list items before its words take more than ${limits.indentation} columns.`;
    markCount += line.match(marks)?.length ?? 0;
    if (markCount > limits.marks)
      return `Too much markup: line ${index + 1} exceeds the ${count(limits.marks)} marks of a text. These are * _ ~ \` [ ] < > & | @ \\ and ://.`;
    imageCount += line.match(images)?.length ?? 0;
    if (imageCount > limits.images)
      return `Too many images: line ${index + 1} exceeds the ${count(limits.images)} images of a text.`;
    if (blank.test(line)) columns = 0;
    else if (onlyTableLine.test(line)) columns = Math.max(columns, line.split('|').length);
    cellCount += columns > 1 ? columns : 0;
    if (cellCount > limits.cells)
      return `The tables are too large: line ${index + 1} exceeds their ${count(limits.cells)} cells in all.`;
  }
  return undefined;
}

function widthOf(text = ''): number {
  return text.replaceAll('\t', '    ').length;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
