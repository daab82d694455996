import { paths } from '../../paths.ts';

/** The sections of the site, for the header and for the menu on small screens. */
export const sections = [
  { label: 'Schedule', href: paths.schedule.href() },
  { label: 'Replays', href: paths.replays.href() },
] as const;
