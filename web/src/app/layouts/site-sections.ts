import { paths } from '../paths.ts';

/** The sections of the home page, for the header and for the menu on small screens. */
export const sections = [
  { label: 'Live now', href: paths.home.href() },
  { label: 'Upcoming', href: `${paths.home.href()}#upcoming` },
  { label: 'Replays', href: `${paths.home.href()}#replays` },
] as const;
