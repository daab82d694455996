import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bellOfAnother, bellTooOld } from '../../server/src/bouts/bells.rules.ts';
import { boutIsKept, cardHasChanged, tooManyBouts } from '../../server/src/bouts/bouts.rules.ts';
import { describeMeeting } from '../../server/src/bouts/fighters/merge.rules.ts';
import {
  cornerHasNobody,
  ownResult,
  resultHasChanged,
} from '../../server/src/bouts/results/results.rules.ts';
import { storedAlready } from '../../server/src/events/accesses/access-import.rules.ts';
import { describeRefusal, paidAccessStays } from '../../server/src/events/deletion.rules.ts';
import { tooManyBlocks } from '../../server/src/events/events.rules.ts';
import { hasBouts } from '../../server/src/fighters/fighters.rules.ts';
import { problemCatalogue } from '../../server/src/http/problems.ts';
import { refusedSignInWords } from '../../server/src/identity/passkeys/passkey.rules.ts';
import {
  refusalWords,
  spentCodeWords,
  spentSignInWords,
} from '../../server/src/identity/providers/provider.rules.ts';
import { takenByAnother } from '../../server/src/shop/buying/buying.rules.ts';
import { bundle } from './bundle.ts';

const types = problemCatalogue.map(({ code }) => `/problems/${code}`);

test('the contract declares exactly the problems of the server', () => {
  expect([...bundle.components.schemas.ProblemType.enum].sort()).toEqual([...types].sort());
});

test('the guide describes each problem with its status, a cause and a cure', () => {
  const guide = readFileSync(new URL('../docs/guide.md', import.meta.url), 'utf8');
  const rows = [...guide.matchAll(/^- `([a-z-]+)` \((\d{3})\): .+\n {2}\*\*Cure:\*\* .+$/gm)];
  const described = rows.map(([, code, status]) => ({ code, status: Number(status) }));
  const known = problemCatalogue.map(({ code, status }) => ({ code, status }));
  const byCode = (a: { code?: string }, b: { code?: string }) => String(a.code).localeCompare(String(b.code));
  expect(described.sort(byCode)).toEqual(known.sort(byCode));
});

test('examples of problems use the texts of the server', () => {
  const examples = Object.values<{ value: unknown }>(bundle.components.examples).map(({ value }) => value);
  const problems = examples.filter(isProblem);
  expect(problems.length).toBeGreaterThan(15);
  const { DeletionPreview } = bundle.components.examples;
  const providerWords = [...Object.values(refusalWords), spentCodeWords, spentSignInWords];
  const rulesWords = [
    paidAccessStays,
    storedAlready.detail,
    tooManyBlocks,
    tooManyBouts,
    cardHasChanged,
    boutIsKept,
    bellOfAnother,
    bellTooOld,
    resultHasChanged,
    ownResult,
    cornerHasNobody,
    takenByAnother,
    hasBouts('Noor Haddad', 1),
    describeMeeting(['Noor Haddad', 'Jens Okafor'], { how: 'opponents', event: 'Rotterdam Rumble 7' }),
    describeRefusal(DeletionPreview.value),
    ...providerWords,
    refusedSignInWords,
  ];
  for (const { type, status, title, detail } of problems) {
    const known = problemCatalogue.find(({ code }) => type === `/problems/${code}`);
    expect({ status, title }).toEqual({ status: known?.status, title: known?.title });
    expect([known?.detail, ...rulesWords]).toContain(detail);
  }
});

interface Problem {
  type: string;
  status: number;
  title: string;
  detail: string;
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' && value !== null && String((value as Problem).type).startsWith('/problems/')
  );
}
