/**
 * The site is in English; dates, numbers and money are written as the viewer is used to (docs/product.md, 31.9). Some
 * browsers name locales that Intl refuses, such as "en-US@posix".
 */
export const locales: readonly string[] = navigator.languages.filter((language) => {
  try {
    return Intl.getCanonicalLocales(language).length > 0;
  } catch {
    return false;
  }
});
