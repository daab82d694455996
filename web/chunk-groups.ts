import type { Rolldown } from 'vite';

/**
 * Few chunks, since each costs a request and browsers open only six connections at a time: what every page loads
 * first, small parts that most pages share, and what only the watch pages need. The rest is split by itself. Without
 * the second group the shared parts would end up in the third, and the home page would load the player.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'base', priority: 2, tags: ['$initial'] },
  {
    name: 'shared',
    priority: 1,
    test: new RegExp(
      [
        String.raw`src/ui/(?:badges|countdown|date-time|event-picture|page-title|picture-fallback|place)\.`,
        String.raw`src/ui/(?:state-panel|state-drawings|time|use-now)\.`,
        String.raw`src/competitions/(?:card|competition-types|competitions\.queries|fight-card|access-hint)\.`,
        String.raw`src/competitions/(?:use-access|use-competition|stage-countdown)\.`,
        '@mantine/core/esm/components/Skeleton/',
        '@tabler/icons-react/dist/esm/(?:createReactComponent|defaultAttributes|icons/IconPlayerPlayFilled)',
      ].join('|'),
    ),
  },
  {
    name: 'watch',
    test: /src\/(?:media|playback)\/|src\/competitions\/(?:live-page|block-page|early-watch)\./,
  },
];
