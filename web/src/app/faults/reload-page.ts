/** Reloads the page, at `path` if given. Assigning the current address would not always load it again. */
export function reloadPage(path?: string) {
  const { pathname, search, hash } = window.location;
  if (path === undefined || path === `${pathname}${search}${hash}`) window.location.reload();
  else window.location.assign(path);
}
