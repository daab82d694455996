/** `node stand-ins/media/main.ts [port]`: serves the demo's video and pictures on :4011 until it is stopped. */
import { buildDemoMedia } from './demo-media.ts';

const port = Number(process.argv[2] ?? 4011);
const app = await buildDemoMedia();
await app.listen({ host: '127.0.0.1', port });
process.stdout.write(`The demo's media are on http://127.0.0.1:${port}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());
