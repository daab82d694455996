import { paths } from '../paths.ts';

/** The sections of the home page, as the header and the menu of small screens offer them. */
export const sections = [
  { label: 'Live now', href: paths.home.href() },
  { label: 'Upcoming', href: `${paths.home.href()}#upcoming` },
  { label: 'Replays', href: `${paths.home.href()}#replays` },
] as const;
