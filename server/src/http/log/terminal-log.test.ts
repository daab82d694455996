import { describe, expect, it } from 'vitest';
import { terminalLog } from './terminal-log.ts';

const time = new Date(2026, 10, 20, 19, 5, 9).getTime();

function show(line: object, level = 'info'): string {
  let shown = '';
  const terminal = { write: (text: string) => (shown += text) };
  const common = { level: 30, time, pid: 1, hostname: 'ring' };
  terminalLog(terminal, { level, colors: false }).write(JSON.stringify({ ...common, ...line }));
  return shown;
}

describe('the log in a terminal', () => {
  it.each<[shown: string, line: object]>([
    ['19:05:09 info  mail sent (mailId=7 kind=verify)\n', { msg: 'mail sent', mailId: 7, kind: 'verify' }],
    [
      '19:05:09 warn  a database connection was lost: gone\n',
      { level: 40, msg: 'a database connection was lost', err: { message: 'gone', stack: 'Error: gone' } },
    ],
    [
      '19:05:09 error it failed (code=7)\nError: gone\n    at x\n',
      { level: 50, msg: 'it failed', code: 7, err: { message: 'gone', stack: 'Error: gone\n    at x' } },
    ],
  ])('prints a readable line: %j', (shown, line) => {
    expect(show(line)).toBe(shown);
  });

  it('contains no control characters', () => {
    expect(show({ msg: 'odd', name: 'a\u001b[2Jb\u009b2Jc\r' })).toBe('19:05:09 info  odd (name=a[2Jb2Jc)\n');
  });

  it.each([
    { msg: 'request', method: 'GET', route: '/', status: 200, ms: 3 },
    { msg: 'Server listening at http://127.0.0.1:3000' },
  ])('shows routine lines only at debug: $msg', (line) => {
    expect(show(line)).toBe('');
    expect(show(line, 'debug')).toContain(line.msg);
  });
});
