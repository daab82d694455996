/** A process that opens streams and reports when a text has reached all of them. */
import { connect, type Socket } from 'node:net';

const { hostname, port, pathname } = new URL(String(process.argv[2]));
const sockets: Socket[] = [];
let [wanted, reached] = ['', 0];

/** @returns after the first events. */
function open(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('latin1').on('error', reject);
    socket.on('data', (part) => {
      text = (text + part).slice(-2_000);
      if (text.includes('event: banner')) resolve();
      if (wanted === '' || !text.includes(wanted)) return;
      text = '';
      reached++;
      // The clock of all processes of this machine.
      if (reached === sockets.length) process.send?.(performance.timeOrigin + performance.now());
    });
    socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
    sockets.push(socket);
  });
}

process.on('message', async (word: string) => {
  const [verb, value = ''] = word.split(' ', 2);
  if (verb === 'await') [wanted, reached] = [value, 0];
  if (verb === 'open') {
    // Fewer at a time than the queue of new connections holds.
    while (sockets.length < Number(value)) await Promise.all(Array.from({ length: 250 }, open));
    process.send?.('opened');
  }
  if (verb === 'close') {
    for (const socket of sockets.splice(0)) socket.destroy();
    process.send?.('closed');
  }
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
