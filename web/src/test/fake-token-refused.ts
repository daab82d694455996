/** What the server says of a link in a mail that has expired or was used already. */
export const tokenRefused = {
  status: 400 as const,
  body: {
    type: '/problems/validation-error' as const,
    status: 400 as const,
    title: 'Validation Error',
    detail: 'The request does not fit the contract.',
    issues: [
      { detail: 'This link has expired or was used already.', pointer: '/token', location: 'body' as const },
    ],
  },
};
