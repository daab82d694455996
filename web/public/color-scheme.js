// What cannot wait for the app. It is a separate file because the content security policy allows no inline scripts.
//
// Sets the colour scheme before the first paint. Keep in step with src/app/color-scheme.ts; the build fills in the
// attribute of the tag.
(() => {
  let mode = 'auto';
  try {
    mode = localStorage.getItem('ringside-color-scheme') || 'auto';
  } catch {
    // Storage may be forbidden. The system's scheme applies then.
  }
  const isWatchPage = new RegExp(document.currentScript.dataset.watchPages).test(location.pathname);
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = mode === 'dark' || (mode !== 'light' && (isWatchPage || prefersDark));
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();

// Keeps the browser's question whether to install the client, which may come before the app. It comes once; the app
// finds it here (src/installing/install-prompt.ts).
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.keptInstallPrompt = event;
});
