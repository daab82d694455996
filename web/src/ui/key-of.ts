/**
 * Which key was pressed (docs/product.md, 16.11). A Latin layout decides by its letter, so that AZERTY and Dvorak keep the
 * letters that their keys show. Any other script decides by the place: the key where a Latin keyboard has that letter.
 */
type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'isComposing' | 'keyCode'>;

/** The code of a key press that an input method takes; Safari sends it with the Enter that ends a composition. */
const takenByInputMethod = 229;

const character = /^[\p{L}\p{M}\p{Nd}؟]+$/u;
const latin = /[\p{ASCII}\p{Script=Latin}]/u;

/** @returns an empty text while a text is composed: the key belongs to the input method. */
export function keyOf({ key, code, shiftKey, isComposing, keyCode }: Pressed): string {
  if (isComposing || keyCode === takenByInputMethod) return '';
  if (!character.test(key) || latin.test(key)) return key;
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return /^(?:Key|Digit|Numpad)([A-Z\d])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}
