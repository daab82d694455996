import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCode, recoveryCodeText, toRecoverySecret } from './code.rules.ts';

const secret = '7KQ2M9XD4T0VWB1H';
const recovery = (number: number) => ({ kind: 'recovery', number, secret });

describe('readCode', () => {
  it.each([
    ['123456', { kind: 'app', digits: '123456' }],
    [' 123 456 ', { kind: 'app', digits: '123456' }],
    ['123-456', { kind: 'app', digits: '123456' }],
    ['1-7KQ2-M9XD-4T0V-WB1H', recovery(1)],
    ['10-7KQ2-M9XD-4T0V-WB1H', recovery(10)],
    ['1 7kq2 m9xd 4tov wbih', recovery(1)],
    ['l7KQ2M9XD4TOVWBLH', recovery(1)],
    ['1\u20137KQ2\u2013M9XD\u20114T0V\u2014WB1H', recovery(1)],
    ['lO-7KQ2-M9XD-4T0V-WB1H', recovery(10)],
  ])('reads %j', (text, expected) => {
    expect(readCode(text)).toEqual(expected);
  });

  it.each([
    '',
    ' ',
    '12345',
    '1234567',
    '12345a',
    '\u0661\u0662\u0663\u0664\u0665\u0666',
    '0-7KQ2-M9XD-4T0V-WB1H',
    '11-7KQ2-M9XD-4T0V-WB1H',
    '-1-7KQ2-M9XD-4T0V-WB1',
    '7KQ2-M9XD-4T0V-WB1H',
    '1-7KQ2-M9XD-4T0V-WB1',
    '1-7KQ2-M9XD-4T0V-WB1HH',
    '1-7KQ2-M9XD-4T0V-WB1U',
    '1_7KQ2_M9XD_4T0V_WB1H',
    "1-7KQ2-M9XD-4T0V-WB1'",
  ])('refuses %j', (text) => {
    expect(readCode(text)).toBeUndefined();
  });

  it('reads every code that it writes, however it is typed', () => {
    const typed = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.toLowerCase(),
      (text) => text.replaceAll('-', ' '),
      (text) => text.replaceAll('0', 'o').replaceAll('1', 'l'),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        typed,
        (number, random, type) => {
          const code = toRecoverySecret(random);
          expect(readCode(type(recoveryCodeText(number, code)))).toEqual({
            kind: 'recovery',
            number,
            secret: code,
          });
        },
      ),
    );
  });

  it('takes no long time for any text', () => {
    for (const text of ['1', '-', ' ', 'o', '1 ', '1-7KQ2'].map((part) => part.repeat(20_000))) {
      const begin = performance.now();
      expect(readCode(text)).toBeUndefined();
      expect(performance.now() - begin).toBeLessThan(100);
    }
  });
});

it('a recovery code has 80 bits, in groups that can be read aloud', () => {
  expect(recoveryCodeText(10, toRecoverySecret(Buffer.alloc(16, 255)))).toBe('10-ZZZZ-ZZZZ-ZZZZ-ZZZZ');
  const all = toRecoverySecret(Uint8Array.from({ length: 16 }, (_, index) => index * 2 + 33));
  expect(all).toBe('13579BDFHKNQSVXZ');
});
