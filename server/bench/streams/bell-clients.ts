/** A process that follows the competition of its address on many streams, and reports when each of them has heard a text. */
import { connect, type Socket } from 'node:net';

const { hostname, port, pathname } = new URL(String(process.argv[2]));
const streams = Number(process.argv[3]);
const sockets: Socket[] = [];
let wanted = '';
/** By the clock of all processes of this machine. */
let heardAt: number[] = [];

/** @returns after the first events. */
function open(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('latin1').on('error', reject);
    socket.on('data', (part) => {
      text = (text + part).slice(-20_000);
      if (text.includes('event: card')) resolve();
      if (wanted === '' || !text.includes(wanted)) return;
      text = '';
      heardAt.push(performance.timeOrigin + performance.now());
      if (heardAt.length === sockets.length) process.send?.(heardAt);
    });
    socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
    sockets.push(socket);
  });
}

process.on('message', (text: string) => {
  [wanted, heardAt] = [text, []];
  process.send?.('listening');
});
process.on('disconnect', () => process.exit());
// Fewer at a time than the queue of new connections holds.
while (sockets.length < streams)
  await Promise.all(Array.from({ length: Math.min(250, streams - sockets.length) }, open));
process.send?.('opened');
