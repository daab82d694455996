import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { hasType } from '../../api/problem.ts';
import { showToast } from '../../ui/toasts/toasts.tsx';

interface Props {
  /** The toast that it stands in; what has become of it takes its place. */
  toastId: string;
  takesFocus: boolean;
  undo: () => Promise<unknown>;
}

/** The one choice of a toast. */
export function UndoButton({ toastId, takesFocus, undo }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [isRunning, setIsRunning] = useState(false);
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  async function run() {
    setIsRunning(true);
    try {
      await undo();
      showToast({ id: toastId, title: 'It is back in your history', tone: 'success' });
    } catch (error) {
      // Otherwise the button stays, to be pressed again.
      const isTooLate = hasType(error, 'not-found');
      showToast({
        id: isTooLate ? toastId : `${toastId}-failed`,
        title: isTooLate ? 'There is nothing to bring back' : 'It could not be brought back',
        description: isTooLate
          ? 'It was removed too long ago, or you have watched it again.'
          : 'Check your connection, then press Undo again.',
        tone: 'warning',
      });
    } finally {
      setIsRunning(false);
    }
  }
  return (
    // The margin shows the focus ring, which the toast would cut.
    <Button
      ref={button}
      variant="default"
      size="sm"
      m={4}
      mt="xs"
      loading={isRunning}
      onClick={() => void run()}
    >
      Undo
    </Button>
  );
}
