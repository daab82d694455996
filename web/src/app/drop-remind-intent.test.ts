/** docs/product.md, 37.8. */
import { beforeEach, expect, it } from 'vitest';
import { createStore } from '../store.ts';
import { keepRemindIntent, takeRemindIntent } from '../viewer/reminders/remind-intent.ts';
import { dropRemindIntentElsewhere } from './drop-remind-intent.ts';

const at = (pathname: string, state = 'idle') => ({ location: { pathname }, navigation: { state } });
const as = (userId: string) => ({ isLoggedIn: userId !== '', userId });

function start(path: string, userId = '') {
  const [page, account] = [createStore(at(path)), createStore(as(userId))];
  dropRemindIntentElsewhere({
    router: {
      get state() {
        return page.get();
      },
      subscribe: page.subscribe,
    },
    session: { state: account.get, subscribe: account.subscribe },
  });
  return {
    goTo: (...where: Parameters<typeof at>) => page.set(at(...where)),
    signIn: (id: string) => account.set(as(id)),
  };
}

beforeEach(() => {
  sessionStorage.clear();
  keepRemindIntent('gala');
});

it('is kept on the way from the press through the sign-in', () => {
  sessionStorage.clear();
  const { goTo, signIn } = start('/schedule');
  keepRemindIntent('gala');
  goTo('/schedule', 'loading');
  for (const path of ['/auth/login', '/auth/register', '/auth/login']) goTo(path);
  signIn('ann');
  goTo('/schedule');
  expect(takeRemindIntent('gala')).toBe(true);
});

it('is kept when a sign-in provider leads back to the page', () => {
  start('/schedule', 'ann');
  expect(takeRemindIntent('gala')).toBe(true);
});

it.each(['/', '/schedule', '/competitions/gala', '/auth/logout'])(
  'is dropped at %s without a sign-in',
  (path) => {
    const { goTo, signIn } = start('/auth/login');
    goTo(path);
    goTo('/auth/login');
    signIn('ben');
    expect(takeRemindIntent('gala')).toBe(false);
  },
);

it('is dropped when a visitor loads another page', () => {
  start('/');
  expect(takeRemindIntent('gala')).toBe(false);
});

it.each(['', 'ben'])('is not for the next account: "%s"', (next) => {
  const { signIn } = start('/auth/login');
  signIn('ann');
  signIn(next);
  signIn('ben');
  expect(takeRemindIntent('gala')).toBe(false);
});
