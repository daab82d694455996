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
      'src/app/paths\\.',
      'src/api/(?:client|problem)\\.',
      'src/identity/sessions/current-session\\.',
      'src/native\\.',
      'src/ui/(?:time/time|pictures/picture-address)\\.',
      'src/media/engine/(?:load-hls|signed-path)\\.',
      'src/competitions/card\\.',
    ),
  },
  {
    // The video without React: it opens while React starts.
    name: 'video',
    priority: 2,
    test: anyOf('src/watching/early-watch\\.'),
  },
  {
    // The app, and small parts that most pages share: alone they would follow the player, and the home page them.
    name: 'app',
    priority: 1,
    test: anyOf(
      'src/app/mount\\.',
      'src/ui/(?:badges|page-title|place|state-panel|state-drawings)\\.',
      'src/ui/(?:pictures/(?:event-picture|picture-fallback)|time/(?:countdown|date-time|use-now))\\.',
      'src/competitions/(?:competitions\\.queries|fight-card|access-hint)\\.',
      'src/competitions/(?:use-access|use-competition|stage-countdown)\\.',
      '@mantine/core/esm/components/Skeleton/',
      '@tabler/icons-react/dist/esm/(?:createReactComponent|defaultAttributes|icons/IconPlayerPlayFilled)',
    ),
  },
  { name: 'watch', test: anyOf('src/media/', 'src/watching/(?:live-page|block-page)\\.') },
];
