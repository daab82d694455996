/** What a watch page says to a visitor in the place of the video. */
export const signInWords = {
  title: 'Sign in to watch',
  free: 'Watching is free with an account.',
  paid: 'You need an account, and a ticket for this session.',
  /** To the sign-in page, and to that of a new account. */
  actions: ['Sign in', 'Create an account'],
} as const;
