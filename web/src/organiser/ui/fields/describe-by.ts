/** For the `ref` of an input: Mantine's inputs drop an `aria-describedby` that is given as a prop. */
export function describeBy(noteId: string) {
  return (input: HTMLElement | null) => input?.setAttribute('aria-describedby', noteId);
}
