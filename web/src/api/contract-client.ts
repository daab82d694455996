/** The contract as functions: `openapi-fetch`, with the contract's way to write a query. */
import type { paths } from '@ringside/openapi/schema';
import createClient from 'openapi-fetch';

/** @param send puts the request onto the network. */
export function contractClient(baseUrl: string, send: (request: Request) => Promise<Response>) {
  return createClient<paths>({ baseUrl, fetch: send, querySerializer });
}

/** Arrays repeat their key; objects (the filter) travel as JSON, as the contract says. */
function querySerializer(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      search.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item));
    }
  }
  return search.toString();
}
