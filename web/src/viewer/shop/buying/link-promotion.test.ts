import { beforeEach, describe, expect, it } from 'vitest';
import { keepPromotion, promotionOf } from './link-promotion.ts';

const pathname = '/competitions/rumble';
beforeEach(() => sessionStorage.clear());

describe('the promotion code of a link', () => {
  it('stays while its buyer looks at a block and comes back, and for no other competition', () => {
    keepPromotion({ pathname, search: '?promotion=FIGHT' });
    expect(promotionOf({ pathname, search: '' })).toBe('FIGHT');
    expect(promotionOf({ pathname: `${pathname}/main-card`, search: '?checkout=canceled' })).toBe('FIGHT');
    expect(promotionOf({ pathname: `${pathname}-2`, search: '' })).toBe('');
  });

  it('of the address counts before a kept one', () => {
    keepPromotion({ pathname, search: '?promotion=OLD' });
    expect(promotionOf({ pathname, search: '?promotion=NEW' })).toBe('NEW');
  });

  it.each([['?promotion='], ['?promotion=%20'], [`?promotion=${'A'.repeat(20_000)}`], ['']])(
    'is none in %.30s',
    (search) => {
      keepPromotion({ pathname, search });
      expect(promotionOf({ pathname, search })).toBe('');
    },
  );

  it.each([['{'], ['7'], ['{"code":7,"page":"/competitions/rumble"}'], ['null']])(
    'is none when %s is kept',
    (text) => {
      sessionStorage.setItem('promotion', text);
      expect(promotionOf({ pathname, search: '' })).toBe('');
    },
  );
});
