import type { Rolldown } from 'vite';

const anyOf = (...patterns: string[]) => new RegExp(patterns.join('|'));

/**
 * Few chunks, because each costs a request and browsers open only six connections at a time. A module belongs to the
 * first group that matches it, together with all its imports that no earlier group has. Vite splits the rest.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  {
    // Modules without React that every other chunk may need: the paths, the typed client, the session and the card.
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
    // The video, without React: it opens while React starts.
    name: 'video',
    priority: 2,
    test: anyOf('src/watching/early-watch\\.'),
  },
  {
    // The app, and small modules that most pages share. Ungrouped, they would end up in the player's chunk.
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
