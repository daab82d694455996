/** A door to the API over a real port that counts what players load.  */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestApi } from '../harness.ts';

export interface Door extends AsyncDisposable {
  origin: string;
  /** The names of the segments and parts that were loaded since this was last asked, and what was refused. */
  take(): { files: number; refused: string[] };
}

export async function openDoor(api: TestApi): Promise<Door> {
  let files = new Set<string>();
  let refused: string[] = [];
  const server = createServer(async ({ url = '/', headers }, response) => {
    const answer = await api.app.inject({ url, headers });
    if (answer.statusCode >= 400) refused.push(`${answer.statusCode} ${url.split('/').at(-1)}`);
    else if (answer.statusCode < 300 && url.startsWith('/media/segments/')) files.add(url);
    response.writeHead(answer.statusCode, answer.headers as Record<string, string>).end(answer.rawPayload);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = { files: files.size, refused };
      [files, refused] = [new Set(), []];
      return taken;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
