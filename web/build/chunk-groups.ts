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
      'src/paths\\.',
      'src/app/faults/(?:reload-guard|reload-page)\\.',
      'src/api/(?:client|problem|contract-client)\\.',
      'src/identity/sessions/current-session\\.',
      'src/(?:native|config|next-task)\\.',
      'node_modules/(?:clsx|openapi-fetch)/',
      'src/ui/(?:time/time|pictures/picture-address)\\.',
      'src/media/(?:active-players|engine/(?:load-hls|signed-path))\\.',
      'rules/(?:bout-words|card|event-words)\\.',
      'src/viewer/watching/head-start/',
    ),
  },
  {
    name: 'react',
    priority: 4,
    test: anyOf('node_modules/(?:react|react-dom|scheduler)/'),
  },
  {
    // The video, without React: it opens while React starts.
    name: 'video',
    priority: 2,
    test: anyOf('src/viewer/watching/watch/early-watch\\.'),
  },
  {
    // The app with the two pages that most visits begin with. Lists and fighters have chunks of their own.
    name: 'app',
    priority: 1,
    test: anyOf(
      'src/app/mount\\.',
      'src/viewer/home/home-page\\.',
      'src/viewer/competitions/page/competition-page\\.',
    ),
  },
];
