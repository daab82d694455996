import type { Rolldown } from 'vite';

const anyOf = (...patterns: string[]) => new RegExp(patterns.join('|'));

/**
 * Few chunks, since each costs a request and browsers open only six connections at a time. The first that fits a
 * module takes it, with everything that it imports and that no earlier group has. The rest is split by itself.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  {
    // What needs no React and every other chunk may need: the typed client, the session, the clock and the card.
    name: 'core',
    priority: 3,
    test: anyOf(
      'vite/preload-helper',
      'rolldown/runtime',
      'src/api/(?:client|problem)\\.',
      'src/identity/current-session\\.',
      'src/native\\.',
      'src/ui/(?:time|picture-address)\\.',
      'src/media/(?:load-hls|signed-path)\\.',
      'src/competitions/card\\.',
    ),
  },
  {
    // The video without React: it opens while React starts.
    name: 'video',
    priority: 2,
    test: anyOf('src/competitions/early-watch\\.'),
  },
  {
    // The app, and small parts that most pages share: alone they would follow the player, and the home page them.
    name: 'app',
    priority: 1,
    test: anyOf(
      'src/app/mount\\.',
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
