/**
 * Measures what the contract, the checks and the authentication cost: Ringside against a bare Fastify route with the
 * same SQL, and against Express and its validator with the same contract.
 */

import { type Comparison, compare, withServers } from '../compare.ts';
import { missed, sized } from '../size.ts';
import type { ApiServers } from './api-servers.ts';

export interface ApiResult {
  name: string;
  fastify: Comparison;
  express: Comparison;
}

const brief = { rounds: 1, seconds: 1, warmUpSeconds: 0 };

export async function measureApi(): Promise<{ engine: string; results: ApiResult[] }> {
  return withServers<ApiServers, Awaited<ReturnType<typeof measureApi>>>(
    new URL('./api-servers.ts', import.meta.url),
    [],
    async (servers, { engine, ports, requests }) => {
      const results: ApiResult[] = [];
      for (const [name, load] of Map.groupBy(requests, (request) => request.name)) {
        results.push({
          name,
          fastify: await compare(
            servers,
            { ours: ports.ringside, bare: ports.fastify },
            load,
            sized<typeof brief | undefined>(undefined, brief),
          ),
          express: await compare(
            servers,
            { ours: ports.ringside, bare: ports.express },
            load,
            sized<Partial<typeof brief>>({ rounds: 3 }, brief),
          ),
        });
      }
      return { engine, results };
    },
  );
}

export function printApi({ engine, results }: Awaited<ReturnType<typeof measureApi>>): void {
  console.log(`requests a second on ${engine}, Ringside against other servers with the same SQL:`);
  for (const { name, fastify, express } of results) {
    console.log(`  ${name}`);
    print('bare Fastify', fastify, 0.7);
    print('Express with express-openapi-validator', express, 2);
  }
}

function print(
  name: string,
  { ratio, cpuRatio, oursPerSecond, barePerSecond }: Comparison,
  goal: number,
): void {
  const remark = missed(ratio < goal, 'BELOW THE GOAL');
  const rates = `${oursPerSecond.toFixed(0)} and ${barePerSecond.toFixed(0)} a second`;
  console.log(
    `    ${name}: ${ratio.toFixed(2)} (goal >= ${goal}; by CPU time ${cpuRatio.toFixed(2)}; ${rates})${remark}`,
  );
}

if (import.meta.main) printApi(await measureApi());
