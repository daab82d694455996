import { Button, type ButtonProps, MantineProvider } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { type ComponentType, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { CSSModulesOptions, Plugin, Rolldown } from 'vite';
import { Logo } from '../src/ui/logo.tsx';
import { theme } from '../src/ui/mantine/theme.ts';
import { filesOf } from './chunk-files.ts';

/** The style sheets of what the server draws, by the name that it uses for their classes. */
const sheets: Record<string, string> = {
  layout: '/src/app/layouts/default-layout.module.css',
  header: '/src/app/layouts/header.module.css',
  picture: '/src/ui/pictures/event-picture.module.css',
  badge: '/src/ui/badges.module.css',
  home: '/src/home/hero.module.css',
  countdown: '/src/home/big-countdown.module.css',
  competition: '/src/competitions/competition-hero.module.css',
  stageCountdown: '/src/competitions/stage-countdown.module.css',
  facts: '/src/competitions/poster/facts.module.css',
  actions: '/src/competitions/poster/poster-actions.module.css',
  banner: '/src/competitions/banner-line.module.css',
  finding: '/src/finding/finding-page.module.css',
  controls: '/src/finding/controls.module.css',
  filters: '/src/finding/list-filters.module.css',
  grid: '/src/finding/competition-grid.module.css',
  card: '/src/finding/competition-card.module.css',
  schedule: '/src/finding/schedule-page.module.css',
  remind: '/src/reminders/remind-in-list.module.css',
  watch: '/src/watching/watch-layout.module.css',
  stage: '/src/media/stage.module.css',
  message: '/src/watching/stage/stage-message.module.css',
};

/** The modules of each page. The page of a block is in the chunk of the live page. */
const pages = {
  home: ['/src/home/home-page.tsx'],
  competition: ['/src/competitions/competition-page.tsx'],
  schedule: ['/src/finding/schedule-page.tsx'],
  replays: ['/src/finding/replays-page.tsx'],
  search: ['/src/finding/search-page.tsx'],
  watch: ['/src/watching/live-page.tsx'],
};

/**
 * Tells the server what it needs to draw the first screen of a page into the HTML, as `first-paint.json`: the classes of
 * its style sheets, the files of each page, and what no style sheet draws alone. `server/src/pages/drawing` draws.
 */
export function firstPaint(): { plugin: Plugin; modules: CSSModulesOptions } {
  const classes: Record<string, Record<string, string>> = {};
  const modules: CSSModulesOptions = {
    getJSON(file, names) {
      const [name] = Object.entries(sheets).find(([, sheet]) => file.endsWith(sheet)) ?? [];
      if (name) classes[name] = names;
    },
  };
  const plugin: Plugin = {
    name: 'ringside-first-paint',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const missing = Object.keys(sheets).filter((name) => !classes[name]);
        if (missing.length > 0) this.error(`The first paint has no style sheet for ${missing.join(', ')}`);
        const links = Object.entries(pages).map(([name, modules]) => [name, linksOf(modules, bundle)]);
        const first = [...filesOf(['/src/main.tsx'], bundle)];
        const source = JSON.stringify({ classes, first, pages: Object.fromEntries(links), ...parts() });
        this.emitFile({ type: 'asset', fileName: 'first-paint.json', source });
      },
    },
  };
  return { plugin, modules };
}

/** What the page loads beyond the app, which `index.html` names: first the style sheets of the drawing, later the rest. */
function linksOf(modules: readonly string[], bundle: Rolldown.OutputBundle) {
  const app = filesOf(['/src/app/mount.tsx', '/src/main.tsx'], bundle);
  const drawn = new Set<string>();
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk' || !file.moduleIds.some((id) => isDrawn(id))) continue;
    for (const style of file.viteMetadata?.importedCss ?? []) drawn.add(`/${style}`);
  }
  const files = filesOf(modules, bundle).difference(app);
  return { first: [...files.intersection(drawn)], later: [...files.difference(drawn)] };
}

const isDrawn = (id: string) => Object.values(sheets).some((sheet) => id.endsWith(sheet));

/** `{words}` and `{class}` are the server's to fill in. */
function parts() {
  const button = (size: 'md' | 'lg', leftSection?: ReactNode) =>
    renderToStaticMarkup(
      createElement(
        MantineProvider,
        { theme, withCssVariables: false, withGlobalClasses: false },
        createElement(
          Button as ComponentType<ButtonProps>,
          { size, className: '{class}', leftSection },
          '{words}',
        ),
      ),
    );
  return {
    logo: renderToStaticMarkup(createElement(Logo, { size: 26 })),
    button: button('lg'),
    smallButton: button('md'),
    playButton: button('lg', createElement(IconPlayerPlayFilled, { size: 20, 'aria-hidden': true })),
  };
}
