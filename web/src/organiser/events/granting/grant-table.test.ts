import { describe, expect, it } from 'vitest';
import { csvOf, tableOf } from './grant-table.ts';

const target = {
  eventId: 'e',
  blockId: '',
  window: { startDate: '2026-11-20T00:00:00Z', endDate: '2026-11-22T00:00:00Z' } as never,
};
const people = [{ email: 'a@x.test' }];

describe('the rows of a grant', () => {
  it('say that it is complimentary, and why', () => {
    const table = tableOf(people, {
      ...target,
      complimentary: { isComplimentary: true, note: ' Press, TV ' },
    });
    expect(csvOf(table)).toContain('endDate,complimentary,note');
    expect(csvOf(table)).toContain(',yes,"Press, TV"');
  });

  it('have no such columns otherwise, also when a reason was typed before', () => {
    const table = tableOf(people, { ...target, complimentary: { isComplimentary: false, note: 'Press' } });
    expect(csvOf(table)).not.toMatch(/complimentary|Press/);
  });
});
