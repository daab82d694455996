/**
 * The log for a person at a terminal: `12:03:04 warn  a database connection was lost (code=ECONNRESET)`. Without a
 * terminal the log stays JSON lines.
 */
import { styleText } from 'node:util';
import type { LogStream } from './logging.ts';

type Color = Parameters<typeof styleText>[0];

interface Line {
  level: number;
  time: number;
  msg?: string;
  err?: { message: string; stack?: string } | null;
  [field: string]: unknown;
}

const levels: Record<number, [name: string, color: Color]> = {
  10: ['trace', 'gray'],
  20: ['debug', 'gray'],
  30: ['info', 'cyan'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
};
/** Fields that are the same on every line, or that the line shows in another form. */
const leftOut = ['level', 'time', 'pid', 'hostname', 'msg', 'err', 'reqId'];

/**
 * At `info` it leaves out routine lines that would hide the text of the start: requests, except those answered with
 * 5xx, and the address of the server.
 */
export function terminalLog(
  terminal: LogStream,
  { level: shown, colors = true }: { level: string; colors?: boolean },
): LogStream {
  const showsAll = shown === 'debug' || shown === 'trace';
  const paint = (color: Color, text: string) => (colors ? styleText(color, text) : text);
  return {
    write(json) {
      const line: Line = JSON.parse(json);
      if (!showsAll && isRoutine(line)) return;
      const [name, color] = levels[line.level] ?? ['log', 'gray'];
      const time = new Date(line.time).toTimeString().slice(0, 8);
      terminal.write(
        `${paint('gray', time)} ${paint(color, name.padEnd(5))} ${withoutControls(textOf(line))}\n`,
      );
    },
  };
}

function isRoutine({ level, msg = '', status }: Line): boolean {
  if (msg === 'request') return level <= 30 && Number(status) < 500;
  return level <= 30 && msg.startsWith('Server listening at ');
}

function textOf(line: Line): string {
  const { level, msg = '', err } = line;
  const fields = Object.entries(line)
    .filter(([name, value]) => !leftOut.includes(name) && value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`);
  const text = onOneLine(fields.length > 0 ? `${msg} (${fields.join(' ')})` : msg);
  if (!err) return text;
  return level >= 50 && err.stack ? `${text}\n${err.stack}` : `${text}: ${onOneLine(err.message)}`;
}

/** Text from a request must not look like a line of its own. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\n\u2028\u2029]+/g, ' ');
}

/** Text from a request must not move the cursor or hide a line. */
function withoutControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, '');
}
