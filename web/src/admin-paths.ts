/** The addresses of the admin area; apart from `paths.ts`, so that no viewer loads them. It imports nothing. */
const segment = encodeURIComponent;

const ofEvent = <const Page extends string>(page: Page) => ({
  pattern: `/admin/events/:eventId${page}` as const,
  href: (eventId: string) => `/admin/events/${segment(eventId)}${page}`,
});

const fixed = <const Path extends string>(path: Path) => ({
  pattern: path,
  /** @param search filters, as the list's own address has them. */
  href: (search: Record<string, string> = {}) => {
    const query = new URLSearchParams(search).toString();
    return query === '' ? path : `${path}?${query}`;
  },
});

export const adminPaths = {
  events: fixed('/admin/events'),
  newEvent: fixed('/admin/events/new'),
  event: ofEvent(''),
  eventBlocks: ofEvent('/blocks'),
  eventCard: ofEvent('/card'),
  eventImages: ofEvent('/images'),
  eventLocation: ofEvent('/location'),
  eventAccesses: ofEvent('/access'),
  eventDesk: ofEvent('/live'),
  eventSales: ofEvent('/sales'),
  /** With `outage` in the search, one of them. */
  eventOutages: ofEvent('/outages'),
  eventSettings: ofEvent('/settings'),
  /** A timekeeper may open nothing else. */
  bell: {
    pattern: '/admin/bell/:eventId',
    href: (eventId: string) => `/admin/bell/${segment(eventId)}`,
  },
  /** For those who sign and confirm results. */
  results: {
    pattern: '/admin/results/:eventId',
    href: (eventId: string) => `/admin/results/${segment(eventId)}`,
  },
  fighters: fixed('/admin/fighters'),
  fighter: {
    pattern: '/admin/fighters/:fighterId',
    href: (fighterId: string) => `/admin/fighters/${segment(fighterId)}`,
  },
  accesses: fixed('/admin/access'),
  /** With `event`, `block`, and `user` (an id) or `email` in the search they are chosen already. */
  grantAccess: fixed('/admin/access/new'),
  access: {
    pattern: '/admin/access/:accessId',
    href: (accessId: string) => `/admin/access/${segment(accessId)}`,
  },
  order: {
    pattern: '/admin/orders/:orderId',
    href: (orderId: string) => `/admin/orders/${segment(orderId)}`,
  },
  promotionCodes: fixed('/admin/promotion-codes'),
  /** "Why can't this person watch?" */
  support: fixed('/admin/support'),
  users: fixed('/admin/identity/users'),
  user: {
    pattern: '/admin/identity/users/:userId',
    href: (userId: string) => `/admin/identity/users/${segment(userId)}`,
  },
  roles: fixed('/admin/identity/roles'),
  providers: fixed('/admin/identity/providers'),
  audit: fixed('/admin/identity/audit'),
  settings: fixed('/admin/settings'),
} as const;
