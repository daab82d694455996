import { domainToASCII } from 'node:url';

/**
 * @returns an address as it is stored and compared: in small letters, and an international domain as the DNS has it (`ü` becomes
 * punycode). Other letters outside of ASCII stay, so that they are refused: some of them, such as the Kelvin sign, become an
 * ASCII letter when they are lower-cased, which would be another person's address.
 */
export function toStoredEmail(text: string): string {
  const at = text.lastIndexOf('@') + 1;
  return inSmallLetters(text.slice(0, at)) + inSmallLetters(toAscii(text.slice(at)));
}

/** A domain with look-alikes of ASCII letters stays as it is, and is refused afterwards. */
function toAscii(domain: string) {
  if (isAscii(domain)) return domain;
  const labels = domainToASCII(domain).split('.');
  // The dots that IDNA knows.
  const given = domain.split(/[.\u3002\uff0e\uff61]/);
  const isHonest = labels.every((label, index) => label.startsWith('xn--') || isAscii(given[index] ?? ''));
  return isHonest && labels.length === given.length ? labels.join('.') : domain;
}

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

const pattern = /^[\w.!#$%&'*+/=?^`{|}~-]+@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/**
 * For addresses that no contract has checked. The domain must have a dot, as the contract requires.
 * @returns the address as it is stored; undefined: not an address.
 */
export function readEmail(text: string): string | undefined {
  const stored = toStoredEmail(text.trim());
  return stored.length <= 254 && pattern.test(stored) ? stored : undefined;
}

const inSmallLetters = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
