import { describe, expect, it } from 'vitest';
import { findUnknownTargets } from './access.rules.ts';

describe('findUnknownTargets', () => {
  it.each([
    [{ event: true, user: true, block: true }, []],
    [{ event: false, user: true, block: true }, ['/eventId']],
    [{ event: true, user: false, block: true }, ['/userId']],
    [{ event: true, user: true, block: false }, ['/blockId']],
    [{ event: true, user: false, block: false }, ['/blockId', '/userId']],
    // An unknown event has no blocks, so the block gets no issue of its own.
    [{ event: false, user: false, block: false }, ['/eventId', '/userId']],
  ])('for %j points at %j', (known, pointers) => {
    expect(findUnknownTargets(known).map(({ pointer }) => pointer)).toEqual(pointers);
  });
});
