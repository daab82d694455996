/** A server that is watched: the statements that write, and the log. Every statement can be made to fail. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Answer, startApi, type TestApi } from '../harness.ts';

/** What one call left behind. */
export interface Observed {
  answer: Answer;
  /** Statements that wrote, whether they were committed or not. */
  writes: string[];
  /** The lines that were logged. */
  log: string;
  /** Whether the caller was looked up. */
  hasCaller: boolean;
}

export interface Stage {
  api: TestApi;
  /** @param fault what every statement throws meanwhile, except the one that looks up the caller. */
  observe(call: () => Promise<Answer>, fault?: Error): Promise<Observed>;
  /** The number of statements that have written since the start. */
  countWrites(): number;
}

/** Finds the caller by their token. Without it a request fails before it comes to its operation. */
const callerLookup = /^select "login_sessions"\."id" as "session_id"/;
/** If these failed, a connection would go back to the pool with an open transaction. */
const transaction = /^(begin|start transaction|commit|rollback)\b/i;
const writing = /\binsert into\b|\bdelete from\b|\bupdate\s+\S+\s+set\b/i;

/** Registers its own clean-up: call it at the top level of a test file. */
export async function startStage(
  settings: Parameters<typeof startApi>[0] = {},
  parts: Parameters<typeof startApi>[2] = {},
): Promise<Stage> {
  // What a timer writes meanwhile, such as the sweep of the ingest, belongs to no call.
  const observing = new AsyncLocalStorage<string[]>();
  let written = 0;
  let fault: Error | undefined;
  let hasCaller = false;
  const watch = ({ sql }: { sql: string }) => {
    // Called after the statement has run: one that is made to fail has written too, unless it is rolled back.
    if (writing.test(sql)) {
      written++;
      observing.getStore()?.push(sql);
    }
    if (callerLookup.test(sql)) hasCaller = true;
    else if (fault !== undefined && !transaction.test(sql)) throw fault;
  };
  const api = await startApi({ logLevel: 'trace', ...settings }, watch, parts);
  return {
    api,
    countWrites: () => written,
    async observe(call, failure) {
      const writes: string[] = [];
      const logged = api.log.length;
      fault = failure;
      hasCaller = false;
      try {
        const answer = await observing.run(writes, call);
        return { answer, writes, log: api.log.slice(logged).join(''), hasCaller };
      } finally {
        fault = undefined;
      }
    },
  };
}
