// Sets the colour scheme before the first paint. It is a separate file because the content security policy
// allows no inline scripts. Keep in step with src/app/color-scheme.ts; the build fills in the attribute of the tag.
(() => {
  let mode = 'auto';
  try {
    mode = localStorage.getItem('ringside-color-scheme') || 'auto';
  } catch {
    // Storage may be forbidden. The system's scheme applies then.
  }
  const isWatchPage = new RegExp(document.currentScript.dataset.watchPages).test(location.pathname);
  // Without a session, a watch page only leads to the sign-in page, which must not begin dark.
  const isSignedIn = document.cookie.includes('identityToken=');
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = mode === 'dark' || (mode !== 'light' && ((isWatchPage && isSignedIn) || prefersDark));
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
