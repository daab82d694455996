import { fewAtATime } from '../../../api/few-at-a-time.ts';
import { hasType } from '../../../api/problem.ts';

/** Calls for each item. `refused` are conflicts; what is gone already counts as done. */
export async function runMany<T>(
  items: readonly T[],
  call: (item: T) => Promise<{ error?: unknown; response: Response }>,
) {
  const result = { done: 0, refused: 0, failed: 0 };
  await fewAtATime(items, async (item) => {
    try {
      const { error, response } = await call(item);
      if (response.ok || response.status === 404) result.done += 1;
      else if (hasType(error, 'conflict')) result.refused += 1;
      else result.failed += 1;
    } catch {
      result.failed += 1;
    }
  });
  return result;
}
