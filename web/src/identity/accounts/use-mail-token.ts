import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token that the link of a mail carries in its query; empty where there is none. It leaves the address bar at once:
 * whoever looks over a shoulder or into the history finds nothing that opens the account.
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
