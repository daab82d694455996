import { describe, expect, it } from 'vitest';
import { backupState, ingestState, mailState } from './system.rules.ts';

const now = new Date('2026-11-21T20:30:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const server = 'smtp://mail.ringside.test';
const fault = (minutes: number) => ({ at: ago(minutes), detail: 'unreachable (ECONNREFUSED)' });

describe('the state of mail', () => {
  it.each([
    ['nothing was sent yet', { waiting: 0, lastFault: null, lastSentAt: null }, 'ok', '0 mails wait.'],
    ['a mail waits', { waiting: 1, lastFault: null, lastSentAt: ago(5) }, 'ok', '1 mail waits.'],
    [
      'the last one failed',
      { waiting: 2, lastFault: fault(5), lastSentAt: ago(9) },
      'failed',
      'The last mail could not be sent. 2 mails wait.',
    ],
    ['one was sent since', { waiting: 0, lastFault: fault(5), lastSentAt: ago(2) }, 'ok', '0 mails wait.'],
    ['it failed long ago', { waiting: 0, lastFault: fault(90), lastSentAt: null }, 'ok', '0 mails wait.'],
  ])('when %s', (_name, facts, state, detail) => {
    expect(mailState(server, facts, now)).toMatchObject({
      name: server,
      state,
      detail,
      lastError: facts.lastFault,
    });
  });

  it('is missing without a mail server', () => {
    expect(mailState(undefined, { waiting: 9, lastFault: null, lastSentAt: null }, now).state).toBe(
      'missing',
    );
  });
});

describe('the state of live ingest', () => {
  it.each([
    [
      { port: undefined, tlsPort: undefined, ladder: 'off', srt: 'off' },
      'ok',
      'No port is open for encoders. SRT is off: SRT_PORT opens it. Viewers get the picture of the encoder alone: LADDER=1 adds smaller ones.',
    ],
    [
      { port: 1935, tlsPort: 1936, ladder: 'on', srt: 9710 },
      'ok',
      'Encoders come on port 1935, encrypted on port 1936. By SRT they come on UDP port 9710, encrypted. ffmpeg makes smaller pictures for slower networks.',
    ],
    [
      { port: 1935, tlsPort: undefined, ladder: 'missing', srt: 'missing' },
      'warning',
      'Encoders come on port 1935, not encrypted. SRT_PORT is set, but the PATH has no ffmpeg with libsrt: install it, and restart. LADDER is set, but there is no ffmpeg on the PATH: install it, and restart.',
    ],
  ] as const)('with %j', (facts, state, detail) => {
    expect(ingestState(facts)).toMatchObject({ kind: 'video', name: 'Live ingest', state, detail });
  });
});

describe('the state of the backup', () => {
  it.each([
    [null, 'missing'],
    [ago(-5), 'ok'],
    [ago(48 * 60), 'ok'],
    [ago(48 * 60 + 1), 'warning'],
  ])('of %s is %s', (lastAt, state) => {
    expect(backupState(lastAt, now).state).toBe(state);
  });
});
