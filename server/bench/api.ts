/** What the contract, the checks and the sign-in cost on top of the same SQL in a bare Fastify route. */
import type { ApiServers } from './api-servers.ts';
import { type Comparison, compare, withServers } from './compare.ts';

export async function measureApi(): Promise<{ engine: string; results: Record<string, Comparison> }> {
  return withServers<ApiServers, Awaited<ReturnType<typeof measureApi>>>(
    './api-servers.ts',
    [],
    async (servers, { engine, ringsidePort, barePort, requests }) => {
      const results: Record<string, Comparison> = {};
      for (const [name, load] of Map.groupBy(requests, (request) => request.name)) {
        results[name] = await compare(servers, { ours: ringsidePort, bare: barePort }, load);
      }
      return { engine, results };
    },
  );
}

if (import.meta.main) console.log(JSON.stringify(await measureApi(), null, 1));
