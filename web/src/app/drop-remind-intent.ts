import { paths } from '../paths.ts';
import { dropRemindIntent } from '../viewer/reminders/remind-intent.ts';

/** A visitor who goes to another page without signing in does not want the reminder any more. */
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
