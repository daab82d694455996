/** The bar of the browser has the colour of the page, also where the viewer has chosen another scheme than the system's. */
export function showThemeColor() {
  const surface = getComputedStyle(document.documentElement).getPropertyValue('--surface-0').trim();
  if (surface === '') return;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = surface;
}
