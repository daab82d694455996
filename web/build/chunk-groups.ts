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
      'src/app/(?:paths|reload-guard|reload-page)\\.',
      'src/api/(?:client|problem|contract-client)\\.',
      'src/identity/sessions/current-session\\.',
      'src/(?:native|config|next-task)\\.',
      'node_modules/(?:clsx|openapi-fetch)/',
      'src/ui/(?:time/time|pictures/picture-address)\\.',
      'src/media/engine/(?:load-hls|signed-path)\\.',
      'openapi/checks/(?:card|event-words)\\.',
      'src/watching/(?:begun-watch|first-watch|when-seen)\\.',
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
    test: anyOf('src/watching/early-watch\\.'),
  },
  {
    // The app, and small modules that most pages share. Ungrouped, they would end up in the player's chunk.
    name: 'app',
    priority: 1,
    test: anyOf(
      'src/app/mount\\.',
      'src/ui/(?:badges|page-title|state-panel|state-drawings|use-scroll-to-hash)\\.',
      'src/ui/(?:pictures/(?:event-picture|picture-fallback)|time/(?:countdown|date-time|use-now))\\.',
      'src/competitions/competitions\\.queries\\.',
      '@tabler/icons-react/dist/esm/(?:createReactComponent|defaultAttributes|icons/IconPlayerPlayFilled)',
    ),
  },
  {
    // What shows events in rows: the home page and the pages that find.
    name: 'cards',
    priority: 1,
    test: anyOf(
      'src/(?:ui/rail/rail|finding/competition-card)\\.',
      '@tabler/icons-react/dist/esm/icons/IconChevron(?:Left|Right)\\.',
    ),
  },
  {
    // What the page of a competition and its watch pages share.
    name: 'card',
    priority: 1,
    test: anyOf(
      'src/competitions/(?:fight-card|access-hint|banner-line|live-block-badge|use-access|use-competition|use-known-picture)\\.',
      'src/competitions/stage-countdown\\.',
      'src/competitions/poster/calendar-button\\.',
      'src/(?:reminders/remind-me|shop/tickets-section)\\.',
    ),
  },
  // Without the preview, which only organisers see.
  { name: 'watch', test: anyOf('src/media/(?!preview/)', 'src/watching/(?:live-page|block-page)\\.') },
];
