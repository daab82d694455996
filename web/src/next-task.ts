/**
 * Resolves in a task of its own: what comes next does not hold up the screen and the viewer's presses together with what
 * came before. Unlike a timer, it is not slowed down in a background tab.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
