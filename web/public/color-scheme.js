// Sets the colour scheme before the first paint; a file of its own, because the content security policy
// allows no inline script. Keep in step with src/app/color-scheme.ts.
(() => {
  let mode = 'auto';
  try {
    mode = localStorage.getItem('ringside-color-scheme') || 'auto';
  } catch {
    // Storage may be forbidden; the system's scheme is then as good as any.
  }
  const isWatchPage = /^\/competitions\/[^/]+\/[^/]+/.test(location.pathname);
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = mode === 'dark' || (mode !== 'light' && (isWatchPage || prefersDark));
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
