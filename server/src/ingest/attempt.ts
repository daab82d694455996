/**
 * The border of a feed: what a timer or the end of a connection calls runs in here, because an error there would end the
 * process, and with it all other feeds.
 */
export function attempt(act: () => void, onError: (error: unknown) => void): void {
  try {
    act();
  } catch (error) {
    onError(error);
  }
}
