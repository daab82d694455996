/** What the palette finds: pages, events, fighters, fights and users, as far as the user may open them. */

import { unknownFighter } from '@ringside/rules/bout-words';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { adminPaths } from '../../admin-paths.ts';
import { api } from '../../api/client.ts';
import { findPeople } from '../../api/people.ts';
import { holdsAll } from '../../identity/sessions/permissions.ts';
import { paths } from '../../paths.ts';
import { formatDate } from '../../ui/time/time.ts';
import { sectionsFor } from '../start/sections.ts';
import { countryName } from '../ui/fields/countries.ts';

export interface Hit {
  kind: 'page' | 'event' | 'fighter' | 'bout' | 'user';
  label: string;
  detail: string;
  href: string;
  /** All of these permissions; kept with a recent choice, because they may be lost meanwhile. */
  needs: readonly string[];
}

/** Pages outside the navigation. */
const otherPages: readonly Hit[] = [
  page('Create an event', '', adminPaths.newEvent.href(), ['event:read', 'event:create']),
  page('Sign-in and security', 'Your own password, passkeys and devices', paths.security.href()),
  page('View site', 'The home page of viewers', paths.home.href()),
  page('Sign out', '', paths.adminLogout.href()),
];

function page(label: string, detail: string, href: string, needs: readonly string[] = []): Hit {
  return { kind: 'page', label, detail, href, needs };
}

/** Every word of the text must stand in the label or the detail. */
export function findPages(text: string, permissions: readonly string[]): Hit[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const sections = sectionsFor(permissions).map(({ label, text: detail, href, needs }) =>
    page(label, detail, href, needs),
  );
  const others = otherPages.filter(({ needs }) => holdsAll(permissions, needs));
  return [...sections, ...others].filter(({ label, detail }) =>
    words.every((word) => `${label} ${detail}`.toLowerCase().includes(word)),
  );
}

const ofEvents = ['event:read'];
/** Their page is there to change them. */
const ofFighters = ['event:read', 'event:update'];
const ofUsers = ['identity.user:read'];
const shownAtOnce = 5;

async function findEvents(text: string, signal: AbortSignal): Promise<Hit[]> {
  // `%` and `_` are wildcards; escaped, the text must keep within the 255 characters of the contract.
  const pattern = `%${text.slice(0, 126).replace(/[\\%_]/g, '\\$&')}%`;
  const { data, error } = await api.GET('/api/v1/events', {
    params: { query: { filter: { name: { ilike: pattern } }, order: ['-startDate'], limit: shownAtOnce } },
    signal,
  });
  if (!data) throw error;
  return data.data.map(({ id, name, startDate, timezone }) => ({
    kind: 'event',
    label: name,
    detail: formatDate(startDate, timezone),
    href: adminPaths.event.href(id),
    needs: ofEvents,
  }));
}

async function findFighters(text: string, signal: AbortSignal): Promise<Hit[]> {
  const { data, error } = await api.GET('/api/v1/fighters', {
    params: { query: { q: text.slice(0, 255), order: ['name'], limit: shownAtOnce } },
    signal,
  });
  if (!data) throw error;
  return data.data.map(({ id, name, countryCode, gym }) => ({
    kind: 'fighter',
    label: name,
    detail: [countryCode && countryName(countryCode), gym].filter(Boolean).join(', '),
    href: adminPaths.fighter.href(id),
    needs: ofFighters,
  }));
}

/** Those of public events, as viewers find them. */
async function findBouts(text: string, signal: AbortSignal): Promise<Hit[]> {
  const { data, error } = await api.GET('/api/v1/kickboxing/search', {
    params: { query: { q: text.slice(0, 255), limit: shownAtOnce } },
    signal,
  });
  if (!data) throw error;
  return data.bouts.map(({ id, red, blue, block, competition }) => ({
    kind: 'bout',
    label: [red, blue].map((fighter) => fighter?.name ?? unknownFighter).join(' v '),
    detail: `${competition.name}, ${formatDate(block.startDate, competition.timezone)}`,
    href: `${adminPaths.eventCard.href(competition.id)}#${id}`,
    needs: ofEvents,
  }));
}

async function findUsers(text: string, signal: AbortSignal): Promise<Hit[]> {
  const { data } = await findPeople(text, signal);
  return data.slice(0, shownAtOnce).map(({ id, name, email }) => ({
    kind: 'user',
    label: name,
    detail: email,
    href: adminPaths.user.href(id),
    needs: ofUsers,
  }));
}

/** @param text trimmed; nothing is asked for while it is empty. */
export function useFoundHits(text: string, permissions: readonly string[]) {
  const shared = { staleTime: 10_000, placeholderData: keepPreviousData, meta: { showsProblem: true } };
  const mayFind = (needs: readonly string[]) => text !== '' && holdsAll(permissions, needs);
  const [events, fighters, bouts, users] = useQueries({
    queries: [
      {
        ...shared,
        queryKey: ['palette', 'events', text],
        queryFn: ({ signal }: { signal: AbortSignal }) => findEvents(text, signal),
        enabled: mayFind(ofEvents),
      },
      {
        ...shared,
        queryKey: ['palette', 'fighters', text],
        queryFn: ({ signal }: { signal: AbortSignal }) => findFighters(text, signal),
        enabled: mayFind(ofFighters),
      },
      {
        ...shared,
        queryKey: ['palette', 'bouts', text],
        queryFn: ({ signal }: { signal: AbortSignal }) => findBouts(text, signal),
        enabled: mayFind(ofEvents),
      },
      {
        ...shared,
        queryKey: ['palette', 'users', text],
        queryFn: ({ signal }: { signal: AbortSignal }) => findUsers(text, signal),
        enabled: mayFind(ofUsers),
      },
    ],
  });
  return {
    events: mayFind(ofEvents) ? (events.data ?? []) : [],
    fighters: mayFind(ofFighters) ? (fighters.data ?? []) : [],
    bouts: mayFind(ofEvents) ? (bouts.data ?? []) : [],
    users: mayFind(ofUsers) ? (users.data ?? []) : [],
    isSearching: [events, fighters, bouts, users].some(({ isFetching }) => isFetching),
    isFailed: [events, fighters, bouts, users].some(({ isError }) => isError),
  };
}
