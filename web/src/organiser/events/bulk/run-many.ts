import { fewAtATime } from '../../../api/few-at-a-time.ts';
import { isProblem } from '../../../api/problem.ts';

export interface Result {
  name: string;
  /** Why it was not done; undefined when it was. */
  refusal?: string;
}

interface Named {
  id: string;
  name: string;
}

/** Does one thing with many events; a refusal of one does not stop the others. */
export function runMany<E extends Named>(
  events: readonly E[],
  action: (event: E) => Promise<{ error?: unknown; response: Response }>,
): Promise<Result[]> {
  return fewAtATime(events, async (event) => ({
    name: event.name,
    ...(await attempt(() => action(event))),
  }));
}

async function attempt(action: () => Promise<{ error?: unknown; response: Response }>) {
  try {
    const { error, response } = await action();
    return response.ok ? {} : { refusal: wordsOf(error) };
  } catch (error) {
    return { refusal: wordsOf(error) };
  }
}

function wordsOf(error: unknown) {
  if (typeof error === 'string') return error;
  return isProblem(error) ? error.detail : 'The server could not be reached.';
}
