/** `pnpm start`: a small process that starts the server, and starts it again when it has ended by a fault of its own. */
import { fileURLToPath } from 'node:url';
import { supervise } from './supervise.ts';

await supervise(fileURLToPath(new URL('./serve.ts', import.meta.url)));
