/**
 * Resolves when somebody looks at the page: it is neither prerendered nor in a background tab. Until then a watch page
 * sends nothing (docs/product.md, 35.4), because a playback session takes the place of a device.
 */
export function whenSeen(): Promise<void> {
  return new Promise((resolve) => {
    const names = ['visibilitychange', 'prerenderingchange'];
    const check = () => {
      const { prerendering = false } = document as { prerendering?: boolean };
      if (prerendering || document.visibilityState === 'hidden') return;
      for (const name of names) document.removeEventListener(name, check);
      resolve();
    };
    for (const name of names) document.addEventListener(name, check);
    check();
  });
}
