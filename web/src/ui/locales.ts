/** Language, script, region and a variant. Some browsers name locales that Intl refuses, such as "en-US@posix". */
const known = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(-[a-z\d]{5,8})?$/i;

/**
 * The site is in English; dates, numbers and money are written as the viewer is used to (docs/product.md, 31.9). Asking Intl
 * here would load its data before the first frame of a video.
 */
export const locales: readonly string[] = navigator.languages.filter((language) => known.test(language));
