import { VisuallyHidden } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { recordInShort } from '@ringside/rules/bout-words';
import { recordInWords } from './fighter-words.ts';

/** "21-3-1", which a screen reader hears in words. */
export function FightRecord({ record }: { record: components['schemas']['FightRecord'] }) {
  return (
    <span>
      <span aria-hidden>{recordInShort(record)}</span>
      <VisuallyHidden>{recordInWords(record)}</VisuallyHidden>
    </span>
  );
}
