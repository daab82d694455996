import { useEffect } from 'react';

/**
 * Mantine disables a button while it is loading, and the browser takes the focus from it. The button gets the focus
 * back when it is enabled again, unless something else has it by then (docs/product.md, 20.32).
 */
export function useKeptFocus() {
  useEffect(() => {
    const observer = new MutationObserver(([change]) => {
      const button = change?.target as HTMLButtonElement;
      const focused = document.activeElement;
      if (!button.disabled && (focused === null || focused === document.body)) {
        button.focus({ preventScroll: true });
      }
    });
    function follow({ target }: FocusEvent) {
      observer.disconnect();
      if (target instanceof HTMLButtonElement) observer.observe(target, { attributeFilter: ['disabled'] });
    }
    document.addEventListener('focusin', follow);
    return () => {
      document.removeEventListener('focusin', follow);
      observer.disconnect();
    };
  }, []);
}
