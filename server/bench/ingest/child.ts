/** A process that answers each message with one of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export class Child implements Disposable {
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#process = child;
  }

  static async start(script: string): Promise<Child> {
    const child = new Child(fork(script));
    await child.#answer();
    return child;
  }

  tell(message: string) {
    this.#process.send(message);
  }

  async ask<T>(message: object | string): Promise<T> {
    const answer = this.#answer();
    this.#process.send(message);
    const found = await answer;
    if (typeof found === 'object' && found !== null && 'failed' in found)
      throw new Error(String(found.failed));
    return found as T;
  }

  #answer(): Promise<unknown> {
    const child = this.#process;
    const ending = new AbortController();
    const { signal } = ending;
    return Promise.race([
      once(child, 'message', { signal }).then(([message]) => message),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`${child.spawnargs[1]} ended with code ${code}`);
      }),
    ]).finally(() => ending.abort());
  }

  [Symbol.dispose]() {
    if (this.#process.connected) this.#process.disconnect();
  }
}
