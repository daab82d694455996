/**
 * The first field of a sign-in page takes the focus, where that does not open a keyboard over half of the page.
 * The navigation leaves it there (`useFocusAfterNavigation`).
 */
export function firstField() {
  return { autoFocus: window.matchMedia('(hover: hover) and (pointer: fine)').matches };
}
