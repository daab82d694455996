import type { Problem } from '../../api/problem.ts';

/** Found by the client: the server cannot know which cookies a browser stores. */
export const cookiesBlocked: Problem = {
  type: '/problems/unauthorized',
  status: 401,
  title: 'Cookies are blocked',
  detail:
    'This browser blocks cookies, so it cannot keep you signed in. Allow cookies for this site in its settings, then sign ' +
    'in. You can buy tickets without them.',
};
