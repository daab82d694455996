/**
 * What the viewer gets when the code of the app did not come: usually one new load, as for the code of a page
 * (`app/reload-guard.ts`), else words and a button. React is not there, so this is plain DOM; no Mantine, so plain styles.
 */
import { mayReload } from './app/faults/reload-guard.ts';
import { reloadPage } from './app/faults/reload-page.ts';

export function onFailedStart(cause: unknown) {
  window.reportError(cause);
  const { pathname, search } = window.location;
  if (navigator.onLine && mayReload(`${pathname}${search}`)) return reloadPage();
  const root = document.getElementById('root');
  const page = document.createElement('main');
  page.className = 'failed-start';
  const heading = document.createElement('h1');
  heading.className = 'display';
  heading.textContent = navigator.onLine ? 'This could not be loaded' : 'You are offline';
  const words = document.createElement('p');
  words.textContent = 'Check your connection, then try again.';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Try again';
  button.addEventListener('click', () => reloadPage());
  page.append(heading, words, button);
  // Of a rendered page only the links would work, and nobody would know why.
  root?.replaceChildren(page);
  document.title = `${heading.textContent} | Ringside`;
  button.focus();
}
