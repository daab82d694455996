import {
  IconCalendarEvent,
  IconDiscount2,
  IconHeadset,
  IconHistory,
  IconKey,
  IconSettings,
  IconShieldCheck,
  IconTicket,
  IconUserStar,
  IconUsers,
} from '@tabler/icons-react';
import { adminPaths } from '../../admin-paths.ts';
import { holdsAll } from '../../identity/sessions/permissions.ts';

interface Section {
  label: string;
  href: string;
  /** All of these permissions; a section that a user may not open is not shown. */
  needs: readonly string[];
  text: string;
  icon: typeof IconCalendarEvent;
}

/** The navigation of the admin area, in its order. */
const sections: readonly Section[] = [
  {
    label: 'Events',
    href: adminPaths.events.href(),
    needs: ['event:read'],
    text: 'Plan an event, publish it and run the evening.',
    icon: IconCalendarEvent,
  },
  {
    label: 'Fighters',
    href: adminPaths.fighters.href(),
    needs: ['event:read'],
    text: 'Find a fighter, and keep what is known of them.',
    icon: IconUserStar,
  },
  {
    label: 'Access',
    href: adminPaths.accesses.href(),
    needs: ['event:read'],
    text: 'Grant, change and revoke who may watch.',
    icon: IconTicket,
  },
  {
    label: 'Promotion codes',
    href: adminPaths.promotionCodes.href(),
    needs: ['promotion:read'],
    text: 'Make codes that take something off, and see how often they were used.',
    icon: IconDiscount2,
  },
  {
    label: 'Support',
    href: adminPaths.support.href(),
    needs: ['event:read', 'identity.user:read'],
    text: 'Find out why somebody cannot watch, and mend it.',
    icon: IconHeadset,
  },
  {
    label: 'Users',
    href: adminPaths.users.href(),
    needs: ['identity.user:read'],
    text: 'Find an account, invite people, and help those who cannot sign in.',
    icon: IconUsers,
  },
  {
    label: 'Roles',
    href: adminPaths.roles.href(),
    needs: ['identity.auth.access:read'],
    text: 'See and change what a role may do.',
    icon: IconShieldCheck,
  },
  {
    label: 'Sign-in providers',
    href: adminPaths.providers.href(),
    needs: ['identity.user:read'],
    text: 'See which providers work, and when they were used last.',
    icon: IconKey,
  },
  {
    label: 'Audit log',
    href: adminPaths.audit.href(),
    needs: ['identity.user:read'],
    text: 'See who changed what and when.',
    icon: IconHistory,
  },
  {
    label: 'Settings',
    href: adminPaths.settings.href(),
    needs: ['settings:read'],
    text: 'Name and links of the site, and whether everything works.',
    icon: IconSettings,
  },
];

export function sectionsFor(permissions: readonly string[]) {
  return sections.filter(({ needs }) => holdsAll(permissions, needs));
}
