import { describe, expect, it } from 'vitest';
import { requiresTls } from './mailer.ts';

describe('requiresTls', () => {
  it.each([
    ['smtp://mail.example.org', true],
    ['smtp://192.168.1.2:2525', true],
    ['smtp://127.evil.example', true],
    ['smtp://127.0.0.1.evil.example', true],
    ['smtp://127.0.0.1:1025', false],
    ['smtp://localhost', false],
    ['smtp://[::1]:1025', false],
    ['smtp://mail.example.org?requireTLS=false', false],
    ['smtp://mail.example.org?requireTLS=true', true],
  ])('of %s is %s', (smtpUrl, expected) => {
    expect(requiresTls(smtpUrl)).toBe(expected);
  });
});
