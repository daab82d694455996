/** The button in the corner and its panel. It stands in a shadow root, so that it shares no style with the page. */
import { type Choices, formatChoices, openWith } from './choices.ts';
import { operations } from './operations.ts';
import type { MockPage, PageState } from './page-states.ts';
import { pageAt } from './pages.ts';
import { panelStyles } from './panel-styles.ts';

interface PanelParts {
  choices: Choices;
  /** What the page has called. */
  calls: ReadonlySet<string>;
}

const asUsual = { value: '', label: 'As usual' };
const delays = [
  { value: 'slow', label: 'Slow: after 3 s' },
  { value: 'never', label: 'No answer at all' },
];
const offline = { value: 'offline', label: 'No network' };
const faults = [
  { value: '401', label: '401 Signed out' },
  { value: '403', label: '403 Refused' },
  { value: '404', label: '404 Not found' },
  { value: '409', label: '409 Conflict' },
  { value: '429', label: '429 Too many' },
  { value: '500', label: '500 Fault' },
  { value: '503', label: '503 Busy' },
];

/** @returns draws the panel anew, for a call that the page has made since. */
export function showPanel({ choices, calls }: PanelParts): () => void {
  const host = document.createElement('aside');
  host.setAttribute('aria-label', 'Mock');
  const root = host.attachShadow({ mode: 'open' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(panelStyles);
  root.adoptedStyleSheets = [styles];

  const changed = Object.keys(choices).length;
  const button = make('button', { type: 'button', className: 'open' }, [
    make('span', { className: 'dot' }),
    changed === 0 ? 'Mock' : `Mock: ${changed} changed`,
  ]);
  button.dataset.changed = String(changed > 0);
  button.setAttribute('aria-expanded', 'false');
  const panel = make('div', { className: 'panel', hidden: true });
  panel.setAttribute('role', 'dialog');
  panel.setAttribute('aria-label', 'What the mock answers');
  root.append(panel, button);
  document.body.append(host);

  const draw = () => {
    if (!panel.hidden) panel.replaceChildren(...contents(choices, calls, close));
  };
  const open = (isOpen: boolean) => {
    panel.hidden = !isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
    draw();
    isOpen ? panel.querySelector('button')?.focus() : button.focus();
  };
  const close = () => open(false);
  button.addEventListener('click', () => open(panel.hidden !== false));
  // The page has keys of its own, such as those of the player.
  root.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key === 'Escape' && !panel.hidden) close();
    event.stopPropagation();
  });
  return draw;
}

function contents(choices: Choices, calls: ReadonlySet<string>, close: () => void): HTMLElement[] {
  const page = pageAt(window.location.pathname);
  const heard = [...calls].filter((call) => !(call in choices));
  const closing = make('button', { type: 'button', className: 'close', textContent: '×' });
  closing.setAttribute('aria-label', 'Close');
  closing.addEventListener('click', close);
  const reset = make('button', { type: 'button', className: 'reset', textContent: 'Everything as usual' });
  reset.addEventListener('click', () => openWith({}));
  return [
    make('header', {}, [make('h2', { textContent: 'What the mock answers' }), closing]),
    ...(page ? [statesOf(page, choices)] : []),
    section('Every call', [
      choiceRow('*', 'All calls of the page', [...delays, offline, ...faults], choices),
    ]),
    section('One call', [
      ...[...Object.keys(choices), ...heard]
        .filter((call) => call !== '*')
        .map((call) => rowOf(call, choices)),
    ]),
    make('footer', {}, [reset]),
  ];
}

function statesOf(page: MockPage, choices: Choices): HTMLElement {
  const usual: PageState = { name: 'As usual', says: page.heading };
  const now = formatChoices(choices);
  const here = `${window.location.pathname}${window.location.search}`;
  const list = make('ul', { className: 'states' });
  for (const state of [usual, ...page.states]) {
    const { name, calls = {}, at = page.at, press } = state;
    const button = make('button', { type: 'button' }, [name]);
    button.setAttribute('aria-pressed', String(formatChoices(calls) === now && at === here));
    if (press) button.append(make('small', { textContent: `then “${press}”` }));
    button.addEventListener('click', () => openWith(calls, at));
    list.append(make('li', {}, [button]));
  }
  return section(page.name, [list]);
}

function rowOf(call: string, choices: Choices): HTMLElement {
  if (call === 'video') {
    const answers = faults.filter(({ value }) => ['403', '404', '503'].includes(value));
    return choiceRow(call, 'Playlists and segments', [...delays, ...answers], choices);
  }
  const [operationId, text] = call.split('~');
  const operation = operations.find((each) => each.operationId === operationId);
  const answers = (operation?.answers ?? []).map(({ name, status, summary }) => ({
    value: name,
    label: `${status} ${summary}`,
  }));
  const label = `${operation?.summary ?? call}${text ? ` (${text})` : ''}`;
  return choiceRow(call, label, [...delays, offline, ...answers], choices);
}

function choiceRow(
  call: string,
  label: string,
  options: ReadonlyArray<{ value: string; label: string }>,
  choices: Choices,
): HTMLElement {
  const select = make('select', {});
  const chosen = choices[call] ?? '';
  const isListed = chosen === '' || options.some(({ value }) => value === chosen);
  const others = isListed ? [] : [{ value: chosen, label: chosen }];
  for (const option of [asUsual, ...others, ...options]) {
    select.append(make('option', { value: option.value, textContent: option.label }));
  }
  select.value = chosen;
  select.addEventListener('change', () => {
    const { [call]: _, ...rest } = choices;
    openWith(select.value === '' ? rest : { ...rest, [call]: select.value });
  });
  return make('label', { className: 'call' }, [make('span', { textContent: label }), select]);
}

function section(title: string, children: HTMLElement[]): HTMLElement {
  if (children.length === 0) return make('section', { hidden: true });
  return make('section', {}, [make('h3', { textContent: title }), ...children]);
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  children: Array<Node | string> = [],
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}
