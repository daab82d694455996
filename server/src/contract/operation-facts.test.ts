import { describe, expect, it } from 'vitest';
import { contract, contractOperations } from './document.ts';
import { readFacts } from './operation-facts.ts';

const keys = contract['x-ringside-keys'];
const [operation] = contractOperations;

describe('readFacts', () => {
  it.each(Object.keys(keys))('refuses an operation without %s, and names operation and key', (key) => {
    const { [key as 'stores']: _missing, ...others } = { ...operation?.facts };
    expect(() => readFacts('getTicket', others, keys)).toThrow(`getTicket: x-ringside.${key} is missing`);
  });

  it.each(Object.keys(keys))('refuses an unknown value of %s, and names operation, key and value', (key) => {
    const facts = { ...operation?.facts, [key]: 'mabye' };
    expect(() => readFacts('getTicket', facts, keys)).toThrow(`getTicket: x-ringside.${key} is mabye;`);
  });

  it('refuses an operation without the extension', () => {
    expect(() => readFacts('getTicket', undefined, keys)).toThrow('getTicket: x-ringside.stores is missing');
  });
});
