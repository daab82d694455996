/**
 * The keyboard shortcuts of the player (docs/product.md, 16.11). `requestForKey` maps a key to a request;
 * `belongsToPage` decides whether a key press is meant for the player at all.
 */
export type KeyRequest =
  | {
      do:
        | 'toggle-play'
        | 'toggle-mute'
        | 'toggle-fullscreen'
        | 'toggle-theatre'
        | 'toggle-picture-in-picture'
        | 'toggle-statistics'
        | 'show-shortcuts';
    }
  | { do: 'seek-by'; seconds: number }
  | { do: 'skip-chapter'; step: 1 | -1 }
  | { do: 'seek-to'; share: number }
  | { do: 'volume-by'; step: number };

/** As shown in the list that "?" opens. */
export const shortcuts: readonly { keys: readonly string[]; meaning: string }[] = [
  { keys: ['Space', 'K'], meaning: 'Play or pause' },
  { keys: ['M'], meaning: 'Sound on or off' },
  { keys: ['F'], meaning: 'Full screen' },
  { keys: ['T'], meaning: 'Theatre: the whole width' },
  { keys: ['P'], meaning: 'Picture in picture' },
  { keys: ['J', 'L'], meaning: '10 seconds back or forward' },
  { keys: ['←', '→'], meaning: '5 seconds back or forward' },
  { keys: ['N', 'Shift + N'], meaning: 'Next or previous fight' },
  { keys: ['↑', '↓'], meaning: 'Louder or quieter' },
  { keys: ['0', '…', '9'], meaning: 'Go to 0 to 90 % of the video' },
  { keys: ['Home', 'End'], meaning: 'Go to the start or the end' },
  { keys: ['I'], meaning: 'Statistics: latency, buffer, quality' },
  { keys: ['?'], meaning: 'This list' },
];

const requests: Record<string, KeyRequest> = {
  ' ': { do: 'toggle-play' },
  k: { do: 'toggle-play' },
  m: { do: 'toggle-mute' },
  f: { do: 'toggle-fullscreen' },
  t: { do: 'toggle-theatre' },
  p: { do: 'toggle-picture-in-picture' },
  i: { do: 'toggle-statistics' },
  // The key I of Turkish keyboards types it.
  ı: { do: 'toggle-statistics' },
  j: { do: 'seek-by', seconds: -10 },
  l: { do: 'seek-by', seconds: 10 },
  arrowleft: { do: 'seek-by', seconds: -5 },
  arrowright: { do: 'seek-by', seconds: 5 },
  arrowup: { do: 'volume-by', step: 0.05 },
  arrowdown: { do: 'volume-by', step: -0.05 },
  home: { do: 'seek-to', share: 0 },
  end: { do: 'seek-to', share: 1 },
  '?': { do: 'show-shortcuts' },
};

export function requestForKey(key: string, isShifted = false): KeyRequest | undefined {
  if (key.toLowerCase() === 'n') return { do: 'skip-chapter', step: isShifted ? -1 : 1 };
  if (/^[0-9]$/.test(key)) return { do: 'seek-to', share: Number(key) / 10 };
  return requests[key.toLowerCase()];
}

/** These inputs take no text, so letters are free for the player. */
const textless = ['radio', 'checkbox', 'range', 'button', 'submit', 'reset', 'file', 'color', 'image'];
const fields = [
  `input${textless.map((type) => `:not([type="${type}"])`).join('')}`,
  'select',
  'textarea',
  '[contenteditable=""]',
  '[contenteditable="true"]',
  '[role="textbox"]',
].join(', ');
const pressable = 'button, a[href], summary, input, [role^="menuitem"]';
const movable =
  'input, [role="slider"], [role="menu"], [role="radiogroup"], [role="tablist"], [role="listbox"]';

/** True when the key belongs to the page or to another control: a text field, a button or a dialog. */
export function belongsToPage(event: KeyboardEvent, player: Element) {
  const { key, target, defaultPrevented } = event;
  const element = target instanceof Element ? target : document.body;
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  if (defaultPrevented || hasModifier || element.closest(fields) || element.closest('[role="dialog"]')) {
    return true;
  }
  if (key === ' ' || key === 'Enter') return element.closest(pressable) !== null;
  if (/^(?:Arrow|Home$|End$)/.test(key) && element.closest(movable)) return true;
  // Up and down scroll the page unless the viewer is in the player, or sees nothing else.
  const isInPlayer = player.contains(element) || document.fullscreenElement === player;
  return /^Arrow(?:Up|Down)$/.test(key) && !isInPlayer;
}
