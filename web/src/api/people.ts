import { api } from './client.ts';

/** A user, as far as somebody who picks one has to tell them apart. */
export interface Person {
  id: string;
  name: string;
  email: string;
}

/** More would not be read: the next letter narrows the list. */
const shownAtOnce = 8;

/** The users whose name or address contains the text; the first ones by name when it is empty. */
export async function findPeople(
  text: string,
  signal?: AbortSignal,
): Promise<{ data: Person[]; total: number }> {
  const { data, error } = await api.GET('/api/v1/identity/users', {
    params: { query: { ...(text === '' ? {} : { q: text.slice(0, 255) }), limit: shownAtOnce } },
    ...(signal ? { signal } : {}),
  });
  if (!data) throw error;
  return data;
}

/** @returns null when there is no such user, for example a deleted one. */
export async function readPerson(userId: string): Promise<Person | null> {
  const { data, error, response } = await api.GET('/api/v1/identity/users/{userId}', {
    params: { path: { userId } },
  });
  if (response.status === 404) return null;
  if (!data) throw error;
  return data;
}
