import { useState } from 'react';

interface Fault {
  error: unknown;
  /** Changes with each fault, so that the message is announced again. */
  at: number;
}

/**
 * Runs steps that mix the browser's dialogs with calls.
 * @param toFault what to show for an error: the error itself or a sentence; null for nothing.
 */
export function useAction(action: () => Promise<void>, toFault: (error: unknown) => unknown) {
  const [isRunning, setIsRunning] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  async function run() {
    setIsRunning(true);
    setFault(null);
    try {
      await action();
    } catch (error) {
      const shown = toFault(error);
      if (shown !== null) setFault({ error: shown, at: Date.now() });
    } finally {
      setIsRunning(false);
    }
  }
  return { run: () => void run(), isRunning, fault };
}
