/** Names the viewer's action of going to a page, which may begin his playback session. */
export function visitOf({ pathname, search }: { pathname: string; search: string }) {
  return `${pathname}${search}`;
}
