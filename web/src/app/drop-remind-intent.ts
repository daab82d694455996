import { dropRemindIntent } from '../reminders/remind-intent.ts';
import { paths } from './paths.ts';

/** From the press to the reminder: whoever leaves these pages without signing in has thought better of it. */
const signInPages: ReadonlySet<string> = new Set(
  [paths.login, paths.register, paths.forgotPassword, paths.resetPassword, paths.verifyEmail].map(
    ({ pattern }) => pattern,
  ),
);

interface Parts {
  router: {
    state: { location: { pathname: string }; navigation: { state: string } };
    subscribe: (listener: () => void) => unknown;
  };
  session: {
    state: () => { isLoggedIn: boolean; userId: string };
    subscribe: (listener: () => void) => unknown;
  };
}

/** "Remind me" counts only for the sign-in that the press led to (docs/product.md, 37.8). */
export function dropRemindIntentElsewhere({ router, session }: Parts): void {
  let { userId } = session.state();
  function look() {
    const { location, navigation } = router.state;
    if (navigation.state !== 'idle' || session.state().isLoggedIn || signInPages.has(location.pathname))
      return;
    dropRemindIntent();
  }
  look();
  router.subscribe(look);
  session.subscribe(() => {
    const before = userId;
    ({ userId } = session.state());
    // It was pressed before that account was signed in, and is not for the next one.
    if (before !== '' && before !== userId) dropRemindIntent();
  });
}
