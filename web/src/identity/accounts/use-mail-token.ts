import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { fieldOf, issuesOf } from '../../api/problem.ts';

/**
 * The token that the link in a mail carries in its query; empty without one. It is removed from the address bar at
 * once, so that nobody can read it over a shoulder or in the history.
 */
export function useMailToken() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(search).get('token') ?? '');
  useEffect(() => {
    if (search) void navigate(pathname, { replace: true });
  }, [navigate, pathname, search]);
  return token;
}

/** True when the token has expired or was used already; trying again does not help. */
export function isTokenRefused(error: unknown) {
  return issuesOf(error).some((issue) => fieldOf(issue) === 'token');
}
