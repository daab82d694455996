/** Loads the page anew, at another path if one is given: going to the shown address alone would load nothing. */
export function reloadPage(path?: string) {
  const { pathname, search, hash } = window.location;
  if (path === undefined || path === `${pathname}${search}${hash}`) window.location.reload();
  else window.location.assign(path);
}
