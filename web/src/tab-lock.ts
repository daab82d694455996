/**
 * Runs a task while no other tab of this browser holds the lock. Without locks it runs all the same: insecure contexts have
 * none, and a browser that blocks storage refuses them.
 * @param options `ifAvailable`: the task gets false instead of a wait while another tab holds it.
 */
export async function withTabLock<Result>(
  name: string,
  task: (isHeld: boolean) => Promise<Result>,
  options: { ifAvailable?: boolean } = {},
): Promise<Result> {
  const locks = navigator.locks as LockManager | undefined;
  let hasBegun = false;
  const begin = (lock: Lock | null) => {
    hasBegun = true;
    return task(lock !== null);
  };
  try {
    if (locks) return await locks.request(name, options, begin);
  } catch (error) {
    if (hasBegun) throw error;
  }
  return task(true);
}
