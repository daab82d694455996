/** What a server shows to a push service: made once for all messages, and again when it is old. */
export interface Credential {
  get(): Promise<string>;
  /** The push service does not take this one any more. */
  forget(value: string): void;
}

/** @param make a failed one is tried again with the next message. */
export function createCredential(
  make: () => Promise<{ value: string; lastsMs: number }>,
  now: () => Date,
): Credential {
  let held: { value: Promise<string>; made?: string; until: number } | undefined;
  return {
    get() {
      const time = now().getTime();
      if (held !== undefined && time < held.until) return held.value;
      const mine: NonNullable<typeof held> = {
        // Calls that come meanwhile wait for the same.
        until: Number.POSITIVE_INFINITY,
        value: make().then(
          ({ value, lastsMs }) => {
            Object.assign(mine, { made: value, until: time + lastsMs });
            return value;
          },
          (error) => {
            if (held === mine) held = undefined;
            throw error;
          },
        ),
      };
      held = mine;
      return mine.value;
    },
    forget(value) {
      if (held?.made === value) held = undefined;
    },
  };
}
