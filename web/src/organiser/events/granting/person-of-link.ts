import { useQuery } from '@tanstack/react-query';
import { readPerson } from '../../../api/people.ts';
import { isAddress, type Recipient } from './recipients.ts';

/**
 * Whom a link names. A link gives only the id of an account: with a name or an address of its own it could show one
 * person and grant to another. @returns undefined while the account is read.
 */
export function usePersonOfLink(search: URLSearchParams): Recipient[] | undefined {
  const userId = search.get('user') ?? '';
  const email = (search.get('email') ?? '').toLowerCase();
  const { data, isLoading } = useQuery({
    queryKey: ['person', userId],
    queryFn: () => readPerson(userId),
    enabled: userId !== '',
  });
  if (userId === '') return isAddress(email) ? [{ email }] : [];
  if (isLoading) return undefined;
  return data ? [{ userId: data.id, name: data.name, email: data.email }] : [];
}
