/** A server that is watched: the statements that write, and the log. Every statement can be made to fail. */
import { type Answer, startApi, type TestApi } from '../harness.ts';

/** What one call left behind. */
export interface Observed {
  answer: Answer;
  /** Statements that wrote, whether they were committed or not. */
  writes: string[];
  /** The lines that were logged. */
  log: string;
}

export interface Stage {
  api: TestApi;
  /** @param fault fails every statement meanwhile, except the one that looks up the caller. */
  observe(call: () => Promise<Answer>, fault?: Error): Promise<Observed>;
  /** The number of statements that have written since the start. */
  countWrites(): number;
}

const writing = /\binsert into\b|\bdelete from\b|\bupdate\s+\S+\s+set\b/i;

/** Registers its own clean-up: call it at the top level of a test file. */
export async function startStage(
  settings: Parameters<typeof startApi>[0] = {},
  parts: Parameters<typeof startApi>[2] = {},
): Promise<Stage> {
  const writes: string[] = [];
  let fault: Error | undefined;
  const watch = ({ sql }: { sql: string }) => {
    if (fault !== undefined && !sql.includes('login_sessions s')) throw fault;
    if (writing.test(sql)) writes.push(sql);
  };
  const api = await startApi({ logLevel: 'trace', ...settings }, watch, parts);
  return {
    api,
    countWrites: () => writes.length,
    async observe(call, failure) {
      const [written, logged] = [writes.length, api.log.length];
      fault = failure;
      try {
        const answer = await call();
        return { answer, writes: writes.slice(written), log: api.log.slice(logged).join('') };
      } finally {
        fault = undefined;
      }
    },
  };
}
