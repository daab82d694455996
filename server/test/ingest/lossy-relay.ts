/** A line for SRT that loses and delays packets, the same ones each time. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

interface Line {
  /** From 0 to 1, in each direction. */
  loss: number;
  /** Each way. */
  delayMs: number;
  /** The receiver's lists of what was lost do not arrive. */
  losesReports?: boolean;
}

const lossReport = 0x80030000;

export async function startLossyRelay(
  to: number,
  { loss, delayMs, losesReports = false }: Line,
): Promise<{ port: number } & AsyncDisposable> {
  const [front, back] = [createSocket('udp4'), createSocket('udp4')];
  let [caller, seed, isOpen] = [0, 7, true];
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const pass = (send: () => void) => {
    if (random() >= loss) setTimeout(() => isOpen && send(), delayMs);
  };
  front.on('message', (packet, { port }) => {
    caller = port;
    pass(() => back.send(packet, to, '127.0.0.1'));
  });
  back.on('message', (packet) => {
    if (losesReports && packet.readUInt32BE(0) === lossReport) return;
    pass(() => front.send(packet, caller, '127.0.0.1'));
  });
  for (const socket of [front, back]) {
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
  }
  return {
    port: front.address().port,
    async [Symbol.asyncDispose]() {
      isOpen = false;
      for (const socket of [front, back]) socket.close();
    },
  };
}
