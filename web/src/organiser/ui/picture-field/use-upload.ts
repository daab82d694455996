import { useEffect, useRef, useState } from 'react';
import { isProblem, issuesOf } from '../../../api/problem.ts';

interface SendOptions {
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Sends the picture; `id` is the id under which it is stored. */
export type SendPicture = (
  picture: Blob,
  options: SendOptions,
) => Promise<{ id?: string | undefined; error?: unknown }>;

/** One upload at a time, with its progress. Leaving the page stops it. */
export function useUpload(send: SendPicture) {
  const [progress, setProgress] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** @returns the id of the stored picture; undefined when it was refused or stopped. */
  async function start(picture: Blob): Promise<string | undefined> {
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    setProgress(0);
    try {
      const { id, error } = await send(picture, { onProgress: setProgress, signal: controller.signal });
      if (id === undefined) setProblem(wordsOf(error));
      return id;
    } catch {
      if (!controller.signal.aborted)
        setProblem('The server could not be reached. Check your connection and try again.');
      return undefined;
    } finally {
      setProgress(undefined);
    }
  }
  return {
    progress,
    problem,
    start,
    stop: () => running.current?.abort(),
    forget: () => setProblem(undefined),
  };
}

function wordsOf(error: unknown) {
  const [issue] = issuesOf(error);
  if (issue) return issue.detail;
  return isProblem(error) ? error.detail : 'An unknown error occurred.';
}
