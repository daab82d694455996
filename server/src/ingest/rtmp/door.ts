/**
 * Decides which connections may come in. Addresses that bring wrong keys are turned away for a while. The key has 256 random
 * bits: the limit is for the load, not for the guess.
 */
import type { Socket } from 'node:net';
import { networkOf } from '../../http/network.ts';
import { WrongKeys } from './wrong-keys.ts';

/** A connection that was let in. */
export interface Guest {
  /** Its key was accepted: it no longer counts among the unknown ones of its network. */
  onKnown(): void;
  onWrongKey(): void;
}

const mostConnections = 300;
const mostUnknownOfNetwork = 10;

export class Door {
  readonly #sockets = new Set<Socket>();
  readonly #unknown = new Map<string, number>();
  readonly #wrongKeys = new WrongKeys(() => performance.now());

  /** @returns undefined: it was turned away. */
  admit(socket: Socket): Guest | undefined {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = this.#unknown.get(network) ?? 0;
    socket.on('error', () => socket.destroy());
    const isFull = this.#sockets.size >= mostConnections || count >= mostUnknownOfNetwork;
    if (isFull || this.#wrongKeys.isBlocked(network)) {
      socket.destroy();
      return undefined;
    }
    this.#sockets.add(socket);
    this.#unknown.set(network, count + 1);
    let isUnknown = true;
    const onKnown = () => {
      if (!isUnknown) return;
      isUnknown = false;
      const left = (this.#unknown.get(network) ?? 1) - 1;
      if (left > 0) this.#unknown.set(network, left);
      else this.#unknown.delete(network);
    };
    socket.on('close', () => {
      this.#sockets.delete(socket);
      onKnown();
    });
    return { onKnown, onWrongKey: () => this.#wrongKeys.add(network) };
  }

  /** Closes all connections. */
  close() {
    for (const socket of this.#sockets) socket.destroy();
  }
}
