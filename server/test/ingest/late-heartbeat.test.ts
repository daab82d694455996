/**
 * A heartbeat whose answer comes late says that its encoder has lost the stream. The one that has it now must not pay for it.
 *
 * @engine one
 */
import { tmpdir } from 'node:os';
import type { KyselyPlugin } from 'kysely';
import { expect, it, vi } from 'vitest';
import { hashSecret } from '../../src/identity/one-time-secret.ts';
import { Broadcasts } from '../../src/ingest/broadcasts.ts';
import { startApi } from '../harness.ts';
import { setUpVenue } from './venue.ts';

const api = await startApi();

/** Holds the result of the next query of a kind back. */
class Gates implements KyselyPlugin {
  readonly #kinds = new WeakMap<object, string>();
  readonly #next = new Map<string, { reached: () => void; open: Promise<void> }>();

  hold(kind: 'UpdateQueryNode' | 'SelectQueryNode') {
    const [reached, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    this.#next.set(kind, { reached: reached.resolve, open: open.promise });
    return { reached: reached.promise, goOn: open.resolve };
  }

  transformQuery({ node, queryId }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    this.#kinds.set(queryId, node.kind);
    return node;
  }

  async transformResult({ result, queryId }: Parameters<KyselyPlugin['transformResult']>[0]) {
    const kind = this.#kinds.get(queryId) ?? '';
    const gate = this.#next.get(kind);
    this.#next.delete(kind);
    gate?.reached();
    await gate?.open;
    return result;
  }
}

it('does not cut the encoder off that came meanwhile', async () => {
  const venue = await setUpVenue(api);
  const gates = new Gates();
  const broadcasts = new Broadcasts({
    db: api.db.withPlugin(gates),
    now: api.clock.now,
    steady: () => performance.now(),
    recordingDir: tmpdir(),
    relay: () => Promise.reject(new Error('There is one server')),
    hasLadder: false,
    dvrMinutes: 0,
    onError() {},
    failed: () => () => {},
  });
  const encoder = () => ({ remote: '127.0.0.1', cut: vi.fn<(reason: string) => void>(), setPaused() {} });
  const [first, second] = [encoder(), encoder()];
  const keyHash = hashSecret(venue.key.streamKey);
  const published = await broadcasts.publish(keyHash, first);
  const id = 'id' in published ? published.id : '';

  const claim = gates.hold('UpdateQueryNode');
  const publishing = broadcasts.publish(keyHash, second);
  await claim.reached;
  const look = gates.hold('SelectQueryNode');
  const refreshing = broadcasts.refresh(id);
  await look.reached;
  claim.goOn();
  expect(await publishing).toMatchObject({ id });
  look.goOn();
  await refreshing;

  expect(first.cut).toHaveBeenCalledExactlyOnceWith('another encoder took over');
  expect(second.cut).not.toHaveBeenCalled();
  await broadcasts.close();
});
