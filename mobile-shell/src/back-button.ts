/** The Back button of Android: it closes a dialog or a menu, ends full screen, goes back a page, leaves the app. */
import { App } from '@capacitor/app';

/** What Escape closes. */
const closable = '[role="dialog"], [role="alertdialog"], dialog[open], [role="menu"], [role="listbox"]';

export function followBackButton() {
  void App.addListener('backButton', ({ canGoBack }) => {
    if (document.querySelector(closable)) return pressEscape();
    if (document.fullscreenElement) return void document.exitFullscreen();
    if (canGoBack) return window.history.back();
    // As Android's launcher expects it: the app stays where it was.
    void App.minimizeApp();
  });
}

/** A dialog with changes in it asks first, as it does with a keyboard. */
function pressEscape() {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }),
  );
}
