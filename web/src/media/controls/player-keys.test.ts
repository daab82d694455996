import { afterEach, describe, expect, it, vi } from 'vitest';
import { belongsToPage, requestForKey } from './player-keys.ts';

describe('requestForKey', () => {
  it.each([
    [' ', { do: 'toggle-play' }],
    ['k', { do: 'toggle-play' }],
    ['M', { do: 'toggle-mute' }],
    ['f', { do: 'toggle-fullscreen' }],
    ['p', { do: 'toggle-picture-in-picture' }],
    ['i', { do: 'toggle-statistics' }],
    ['ı', { do: 'toggle-statistics' }],
    ['j', { do: 'seek-by', seconds: -10 }],
    ['l', { do: 'seek-by', seconds: 10 }],
    ['ArrowLeft', { do: 'seek-by', seconds: -5 }],
    ['ArrowRight', { do: 'seek-by', seconds: 5 }],
    ['0', { do: 'seek-to', share: 0 }],
    ['7', { do: 'seek-to', share: 0.7 }],
    ['Home', { do: 'seek-to', share: 0 }],
    ['End', { do: 'seek-to', share: 1 }],
    ['?', { do: 'show-shortcuts' }],
    ['x', undefined],
    ['Enter', undefined],
  ])('%s', (key, request) => {
    expect(requestForKey(key)).toEqual(request);
  });
});

describe('belongsToPage', () => {
  afterEach(() => {
    document.body.innerHTML = '';
  });

  function press(key: string, html: string, selector: string, init: KeyboardEventInit = {}) {
    document.body.innerHTML = `<section id="player"><button id="inside"></button></section>${html}`;
    const player = document.querySelector('#player') as Element;
    const target = document.querySelector(selector) as Element;
    let answer: boolean | undefined;
    const listener = (event: KeyboardEvent) => {
      answer = belongsToPage(event, player);
    };
    document.addEventListener('keydown', listener, { once: true });
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }));
    return answer;
  }

  it.each([
    ['a text field', 'k', '<input>', 'input'],
    ['a search field', ' ', '<input type="search">', 'input'],
    ['a text area', 'm', '<textarea></textarea>', 'textarea'],
    ['a list of options', '3', '<select></select>', 'select'],
    ['editable text', 'k', '<p contenteditable="true"><b>x</b></p>', 'b'],
    ['a dialog', 'k', '<div role="dialog"><p>x</p></div>', 'p'],
    ['a button, for its own key', ' ', '<button class="other"></button>', '.other'],
    ['a link, for its own key', ' ', '<a href="/">x</a>', 'a'],
    ['a slider, for its own keys', 'ArrowLeft', '<div role="slider"></div>', '[role=slider]'],
    ['a radio button, for its own key', ' ', '<input type="radio">', 'input'],
    ['a radio button, for its arrows', 'ArrowRight', '<input type="radio">', 'input'],
    ['the page, which scrolls', 'ArrowDown', '<p>x</p>', 'p'],
  ])('leaves the key to %s', (_, key, html, selector) => {
    expect(press(key, html, selector)).toBe(true);
  });

  it.each([
    ['anywhere on the page', 'k', '<p>x</p>', 'p'],
    ['space where no control uses it', ' ', '<p>x</p>', 'p'],
    ['a letter on a button', 'm', '<button class="other"></button>', '.other'],
    ['volume inside the player', 'ArrowUp', '', '#inside'],
    ['a letter on the camera that was chosen', 'k', '<input type="radio">', 'input'],
    ['? on a checkbox', '?', '<input type="checkbox">', 'input'],
    ['a digit on a range', '3', '<input type="range">', 'input'],
    ['a letter on a slider', 'm', '<div role="slider"></div>', '[role=slider]'],
  ])('handles %s', (_, key, html, selector) => {
    expect(press(key, html, selector)).toBe(false);
  });

  // docs/product.md, 16.11
  it('handles volume anywhere in full screen, where nothing scrolls', () => {
    const whole = vi.fn(() => document.querySelector('#player'));
    Object.defineProperty(document, 'fullscreenElement', { get: whole, configurable: true });
    expect(press('ArrowDown', '<p>x</p>', 'p')).toBe(false);
    expect(press('ArrowDown', '<div role="slider"></div>', '[role=slider]')).toBe(true);
    whole.mockReturnValue(document.body);
    expect(press('ArrowDown', '<p>x</p>', 'p')).toBe(true);
    Reflect.deleteProperty(document, 'fullscreenElement');
  });

  it.each([['ctrlKey'], ['metaKey'], ['altKey']])(
    "does not handle the browser's own shortcuts (%s)",
    (modifier) => {
      expect(press('l', '<p>x</p>', 'p', { [modifier]: true })).toBe(true);
    },
  );
});
