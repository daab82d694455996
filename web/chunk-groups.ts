import type { Rolldown } from 'vite';

const anyOf = (...patterns: string[]) => new RegExp(patterns.join('|'));

/**
 * Few chunks, since each costs a request and browsers open only six connections at a time. The first that fits a
 * module takes it, with everything that it imports and that no earlier group has. The rest is split by itself.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  {
    // Before everything: what sends for the rest of a watch page.
    name: 'early',
    priority: 5,
    test: anyOf('src/early\\.', 'src/media/(?:load-hls|signed-path)\\.', 'vite/preload-helper'),
  },
  {
    // What needs no React and most pages share: the typed client, the session, the clock and the card.
    name: 'core',
    priority: 4,
    test: anyOf(
      'src/api/(?:client|problem)\\.',
      'src/identity/current-session\\.',
      'src/native\\.',
      'src/ui/(?:time|picture-address)\\.',
      'src/competitions/card\\.',
    ),
  },
  {
    // The video without React: it opens while React starts.
    name: 'video',
    priority: 3,
    test: anyOf('src/competitions/early-watch\\.'),
  },
  { name: 'base', priority: 2, tags: ['$initial'] },
  {
    // Small parts that most pages share; without this group they would follow the player, and the home page them.
    name: 'shared',
    priority: 1,
    test: anyOf(
      'src/ui/(?:badges|countdown|date-time|event-picture|page-title|picture-fallback|place)\\.',
      'src/ui/(?:state-panel|state-drawings|use-now)\\.',
      'src/competitions/(?:competitions\\.queries|fight-card|access-hint)\\.',
      'src/competitions/(?:use-access|use-competition|stage-countdown)\\.',
      '@mantine/core/esm/components/Skeleton/',
      '@tabler/icons-react/dist/esm/(?:createReactComponent|defaultAttributes|icons/IconPlayerPlayFilled)',
    ),
  },
  { name: 'watch', test: anyOf('src/media/', 'src/competitions/(?:live-page|block-page)\\.') },
];
