import { describe, expect, it } from 'vitest';
import { createRecoveryLadder, type Fault } from './recovery-ladder.ts';

function ladderAt(start = 0) {
  let now = start;
  const ladder = createRecoveryLadder(() => now);
  return {
    ladder,
    pass: (ms: number) => {
      now += ms;
    },
    all: (...faults: Fault[]) => faults.map((fault) => ladder.next(fault)),
  };
}

describe('recovery ladder', () => {
  it('renews a refused token once and then rebuilds', () => {
    const { all } = ladderAt();
    expect(all('refused', 'refused')).toEqual([{ do: 'renew' }, { do: 'rebuild' }]);
  });

  it('gives up on a stream that is refused with every new token', () => {
    const { all } = ladderAt();
    const refusals = Array.from({ length: 8 }, (): Fault => 'refused');
    expect(all(...refusals).at(-1)).toEqual({ do: 'give-up' });
  });

  it('renews again when media arrived in between', () => {
    const { ladder } = ladderAt();
    ladder.next('refused');
    ladder.onProgress();
    expect(ladder.next('refused')).toEqual({ do: 'renew' });
  });

  it('asks twice more for a recording that is not there', () => {
    const { all } = ladderAt();
    expect(all('missing', 'missing', 'missing')).toEqual([
      { do: 'restart', afterMs: 1000 },
      { do: 'restart', afterMs: 2000 },
      { do: 'give-up' },
    ]);
  });

  it('reads a recording again of which a part is gone, once a minute', () => {
    const { ladder, pass, all } = ladderAt();
    expect(all('changed', 'changed')).toEqual([{ do: 'rebuild' }, { do: 'restart', afterMs: 1000 }]);
    pass(60_000);
    expect(ladder.next('changed')).toEqual({ do: 'rebuild' });
  });

  it('gives up on a recording that is gone after a time without a network', () => {
    const { all } = ladderAt();
    expect(all('network', 'network', 'network', 'missing').at(-1)).toEqual({ do: 'give-up' });
  });

  it('retries a network fault after 1, 2, 4 and 8 s, then every 8 s, and gives up after a minute', () => {
    const { all } = ladderAt();
    const remedies = all(...Array.from({ length: 11 }, () => 'network' as const));
    const delays = remedies.map((remedy) => (remedy.do === 'restart' ? remedy.afterMs / 1000 : remedy.do));
    expect(delays).toEqual([1, 2, 4, 8, 8, 8, 8, 8, 8, 8, 'give-up']);
  });

  it('starts with 1 s again when the network is back', () => {
    const { ladder, all } = ladderAt();
    all('network', 'network');
    ladder.onProgress();
    expect(ladder.next('network')).toEqual({ do: 'restart', afterMs: 1000 });
  });

  it('recovers the decoder, and steps over the place of a second fault within 15 s', () => {
    const { ladder, pass } = ladderAt();
    expect(ladder.next('media')).toEqual({ do: 'recover-media' });
    pass(14_999);
    expect(ladder.next('media')).toEqual({ do: 'step-over', fragments: 1 });
  });

  it('recovers the decoder again after 15 s without a fault', () => {
    const { ladder, pass } = ladderAt();
    ladder.next('media');
    pass(15_000);
    expect(ladder.next('media')).toEqual({ do: 'recover-media' });
  });

  it('steps over damaged media at once, in longer steps where they follow each other', () => {
    const { all } = ladderAt();
    const steps = all('damage', 'damage', 'damage', 'damage', 'damage');
    expect(steps.map((remedy) => remedy.do === 'step-over' && remedy.fragments)).toEqual([1, 2, 4, 8, 8]);
  });

  it('begins with one fragment again at the next damaged place', () => {
    const { ladder, pass, all } = ladderAt();
    all('damage', 'damage');
    pass(10_000);
    expect(ladder.next('damage')).toEqual({ do: 'step-over', fragments: 1 });
  });

  it('gives up with the ninth step within a minute, and not on a film that is damaged now and then', () => {
    const { ladder, pass } = ladderAt();
    const steps = (count: number, everyMs: number) =>
      Array.from({ length: count }, () => {
        pass(everyMs);
        return ladder.next('damage').do;
      });
    expect(steps(20, 7_500)).not.toContain('give-up');
    pass(60_000);
    expect(steps(9, 6_000).indexOf('give-up')).toBe(8);
  });

  it('gives up after three rebuilds', () => {
    const { all } = ladderAt();
    expect(all('unknown', 'unknown', 'unknown', 'unknown').map((remedy) => remedy.do)).toEqual([
      'rebuild',
      'rebuild',
      'rebuild',
      'give-up',
    ]);
  });

  it('resets the count of rebuilds after a minute without a fault', () => {
    const { ladder, all, pass } = ladderAt();
    all('unknown', 'unknown', 'unknown');
    pass(60_001);
    ladder.onProgress();
    expect(ladder.next('unknown')).toEqual({ do: 'rebuild' });
  });
});
