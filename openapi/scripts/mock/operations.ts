/**
 * What the mock can answer: every operation with the examples of its answers. An example with `x-mock` is the answer to
 * the addresses that this regular expression finds, so that each event has its own details, access and video. All other
 * addresses get the first example, or a 404 if that has an `x-mock` too.
 */
import type { IncomingMessage } from 'node:http';

interface MockAnswer {
  /** The key of the example in the contract. */
  name: string;
  status: number;
  summary: string;
}

export interface MockOperation {
  operationId: string;
  summary: string;
  method: string;
  /** As in the contract: `/api/v1/events/{eventId}`. */
  path: string;
  /** The first one is what Prism chooses by itself. */
  answers: MockAnswer[];
}

interface Example {
  summary?: string;
  'x-mock'?: string;
}
interface Answer {
  content?: Record<string, { examples?: Record<string, Example | Reference> }>;
}
interface Reference {
  $ref: string;
}
interface Operation {
  operationId: string;
  summary: string;
  responses: Record<string, Answer | Reference>;
}
export interface Contract {
  paths: Record<string, Record<string, unknown>>;
}

/** `listOperations` with the addresses of the examples. */
interface Route extends MockOperation {
  pattern: RegExp;
  byAddress: Array<{ answer: MockAnswer; addresses: RegExp }>;
}

const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** The operations of a bundled contract, in its order. */
export function listOperations(contract: Contract): MockOperation[] {
  return routesOf(contract).map(({ operationId, summary, method, path, answers }) => ({
    operationId,
    summary,
    method,
    path,
    answers,
  }));
}

export type Preference = (request: Pick<IncomingMessage, 'method' | 'url'>) => string | undefined;

/** @returns what a call prefers by its address, as Prism reads it in the header `Prefer`; undefined: nothing. */
export function preferencesOf(contract: Contract): Preference {
  // A fixed path comes before one with parameters.
  const routes = routesOf(contract).toSorted((a, b) => countParameters(a) - countParameters(b));
  return ({ method = 'GET', url = '/' }) => {
    const [path = ''] = url.split('?', 1);
    const route = routes.find((each) => each.method === method && each.pattern.test(path));
    if (!route || route.byAddress.length === 0) return undefined;
    const address = decode(url);
    const found = route.byAddress.find(({ addresses }) => addresses.test(address))?.answer;
    const [first] = route.answers;
    const isForOthers = route.byAddress.some((each) => each.answer === first);
    const otherwise = isForOthers ? route.answers.find(({ status }) => status === 404) : first;
    const answer = found ?? otherwise;
    return answer && `code=${answer.status}, example=${answer.name}`;
  };
}

function routesOf(contract: Contract): Route[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => {
        const { operationId, summary, responses } = operation as Operation;
        const found = Object.entries(responses).flatMap(([status, answer]) =>
          examplesOf(contract, status, answer),
        );
        return {
          operationId,
          summary,
          path,
          method: method.toUpperCase(),
          pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
          answers: found.map(({ answer }) => answer),
          byAddress: found.flatMap(({ answer, addresses }) =>
            addresses === undefined ? [] : [{ answer, addresses: new RegExp(addresses) }],
          ),
        };
      }),
  );
}

function examplesOf(contract: Contract, status: string, answer: Answer | Reference) {
  const { content = {} } = resolve<Answer>(contract, answer);
  return Object.values(content).flatMap(({ examples = {} }) =>
    Object.entries(examples).map(([name, node]) => {
      const { summary = name, 'x-mock': addresses } = resolve<Example>(contract, node);
      return { answer: { name, status: Number(status), summary }, addresses };
    }),
  );
}

function resolve<Node>(contract: Contract, node: Node | Reference): Node {
  if (typeof node !== 'object' || node === null || !('$ref' in node)) return node as Node;
  const keys = node.$ref.split('/').slice(1);
  const found = keys.reduce<unknown>(
    (parent, key) => (parent as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    contract,
  );
  return resolve(contract, found as Node | Reference);
}

const countParameters = ({ path }: Route) => path.split('{').length;

function decode(url: string): string {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '));
  } catch {
    return url;
  }
}
