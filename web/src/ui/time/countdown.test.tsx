import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBlock, fakeCompetition } from '../../test/fake-competition.ts';
import { renderPage } from '../../test/render.tsx';
import { FightCard } from '../../viewer/competitions/fight-card.tsx';
import { CompetitionHero } from '../../viewer/competitions/page/competition-hero.tsx';
import { BigCountdown } from '../../viewer/home/big-countdown.tsx';
import { Countdown } from './countdown.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The changes of the document while the clock goes on. */
async function changesIn(seconds: number) {
  const records: MutationRecord[] = [];
  const observer = new MutationObserver((found) => records.push(...found));
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
  records.push(...observer.takeRecords());
  observer.disconnect();
  return records;
}

it('changes its text only when the words change (31.6)', async () => {
  render(<Countdown to="2026-11-22T14:14:30Z" />);
  expect(document.body.textContent).toBe('Starts in 2 h 14 min');
  expect(await changesIn(30)).toHaveLength(0);
  expect(await changesIn(1)).toHaveLength(1);
  expect(document.body.textContent).toBe('Starts in 2 h 13 min');
});

it('changes one digit a second in the large countdown, and nothing on other days (31.6)', async () => {
  render(<BigCountdown to="2026-11-22T12:30:30Z" />);
  expect(await changesIn(10)).toHaveLength(10);
});

it('redraws neither the card nor the picture of a competition while time passes (31.6)', async () => {
  const card = fakeCompetition([
    fakeBlock('Prelims', { from: -1, to: 3 }),
    fakeBlock('Main card', { from: 30, to: 34 }),
  ]);
  renderPage(
    <>
      <CompetitionHero competition={{ ...card, stripePriceId: null }} />
      <FightCard competition={card} accesses={undefined} />
    </>,
  );
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(await changesIn(10)).toHaveLength(0);
});
