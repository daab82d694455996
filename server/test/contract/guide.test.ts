/**
 * Runs each command and each filter of the guide exactly as printed, against the story of the examples.
 *
 * @engine one
 * @engine one
 */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { contractOperations, deref } from '../../src/contract/document.ts';
import { type Answer, type Device, startApi } from '../harness.ts';
import { exampleOf, insertStory, robinId, rumble7, samId, storyNow } from './story.ts';

const guide = readFileSync(new URL('../../../openapi/docs/guide.md', import.meta.url), 'utf8');

const api = await startApi();
let sam: Device;
beforeEach(async () => {
  api.clock.reset();
  api.clock.advance(storyNow.getTime() - Date.now());
  await insertStory(api.db);
  sam = await api.signInAs({ userId: samId, withFactor: true });
});

const variables = (): Record<string, string> => ({
  ACCESS_TOKEN: sam.accessToken,
  EVENT_ID: rumble7,
  USER_ID: robinId,
});

/** The words of a shell command: with both kinds of quotes, and with variables inside double quotes. */
function wordsOf(command: string): string[] {
  const expand = (text: string) =>
    text.replace(/\$([A-Z_]+)/g, (_, name) => {
      const value = variables()[name];
      if (value === undefined) throw new Error(`The guide does not explain $${name}`);
      return value;
    });
  const words = command.replaceAll('\\\n', ' ').matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g);
  return [...words].map(([word]) =>
    word.replace(
      /'([^']*)'|"([^"]*)"|([^'"]+)/g,
      (_, literal, quoted, plain) => literal ?? expand(quoted ?? plain),
    ),
  );
}

/** Files that an earlier command has written with `-o`. */
const files = new Map<string, string>([['accesses.csv', exampleOf('AccessCsv')]]);

/** Supports only those options of curl that the guide uses. */
async function curl(command: string): Promise<Answer> {
  const [name, ...words] = wordsOf(command);
  expect(name).toBe('curl');
  const headers: Record<string, string> = {};
  const data: string[] = [];
  let file: string | undefined;
  let [method, url, asQuery] = ['', '', false];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const next = () => String(words.shift());
    if (word === '-G') asQuery = true;
    else if (word === '-i' || word === '-N') continue;
    else if (word === '-X') method = next();
    else if (word === '-o') file = next();
    else if (word === '--data-binary') data.push(files.get(next().replace(/^@/, '')) ?? '');
    else if (word === '-d') data.push(next());
    else if (word === '--data-urlencode')
      data.push(next().replace(/=(.*)$/s, (_, value) => `=${encodeURIComponent(value)}`));
    else if (word === '-H') {
      const [, header = '', value = ''] = /^([^:]+): (.*)$/.exec(next()) ?? [];
      headers[header.toLowerCase()] = value;
    } else if (word.startsWith('http://localhost:3000/')) url = word.slice('http://localhost:3000'.length);
    else throw new Error(`Unknown word ${word} in ${command}`);
  }
  const target = asQuery ? `${url}?${data.join('&')}` : url;
  const body = asQuery || data.length === 0 ? {} : { body: data.join('&') };
  const verb = method || (asQuery || data.length === 0 ? 'GET' : 'POST');
  const answer = await api.request(`${verb} ${target}`, { headers, ...body });
  if (file !== undefined) files.set(file, String(answer.body));
  return answer;
}

const commands = [...guide.matchAll(/^```bash\n(.*?)^```$/gms)]
  .flatMap(([, block = '']) => block.trim().split(/\n(?=curl |\n)/))
  .map((command) => command.replace(/ # .*$/gm, '').trim())
  // A command with an ellipsis only shows a form: the reader has to fill in a value.
  .filter((command) => command.startsWith('curl ') && !command.includes('…'));

describe('the command of the guide', () => {
  it('exists several times', () => {
    expect(commands.length).toBeGreaterThan(6);
  });

  it.each(commands)('%s', async (command) => {
    // The reader has to fill in the value. The test sends a placeholder and expects the 404 of an unknown provider.
    const isOpen = command.includes('…');
    const { status, body } = await curl(command.replaceAll('…', 'x'.repeat(43)));
    if (isOpen) expect(body).toMatchObject({ type: '/problems/not-found' });
    else expect(status, JSON.stringify(body)).toBeLessThan(300);
  });
});

/** The operations with a filter, and the fields that the contract declares for filter and order. */
const lists = contractOperations.flatMap((operation) => {
  const filter = operation.parameters.find(({ name }) => name === 'filter');
  const order = operation.parameters.find(({ name }) => name === 'order');
  if (filter === undefined || order === undefined) return [];
  const { properties } = deref(`${filter.pointer}/content/application~1json/schema`).node;
  const ordered = deref(`${order.pointer}/schema/items`).node.enum as string[];
  return [
    {
      id: operation.operationId,
      path: operation.path,
      fields: Object.keys(properties as object).filter((key) => !['AND', 'OR', 'NOT'].includes(key)),
      orders: ordered.filter((field) => !field.startsWith('-')),
    },
  ];
});

const named = (cell = '') => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name]) => String(name)).sort();

/** With the list that the guide names; the rows of the table of operators name none, so their fields decide. */
const examples: Array<[operationId: string, filter: string]> = [
  ...[...guide.matchAll(/^- `(list\w+)`: `(\{.*\})`/gm)].map(([, id, filter]): [string, string] => [
    String(id),
    String(filter),
  ]),
  ...[...guide.matchAll(/^\| `\w+` .*`(\{.*\})` +\|$/gm)].map(([, filter]): [string, string] => [
    /blockId|\{"endDate":\{"isNull/.test(String(filter)) ? 'listAccesses' : 'listEvents',
    String(filter),
  ]),
];

describe('the filters of the guide', () => {
  it('name exactly the fields that filter and order accept', () => {
    const rows = [...guide.matchAll(/^\| `(list\w+)` +\|([^|]+)\|([^|]+)\|$/gm)];
    const described = rows.map(([, id, fields, orders]) => ({
      id,
      fields: named(fields),
      orders: named(orders),
    }));
    const known = lists.map(({ id, fields, orders }) => ({
      id,
      fields: fields.sort(),
      orders: orders.sort(),
    }));
    expect(described.sort((a, b) => String(a.id).localeCompare(String(b.id)))).toEqual(
      known.sort((a, b) => a.id.localeCompare(b.id)),
    );
  });

  it('use every operator and every field', () => {
    const shown = examples.map(([, filter]) => filter).join();
    const { properties } = deref('#/components/schemas/TextCondition').node;
    const wanted = [
      ...Object.keys(properties as object),
      'AND',
      'OR',
      'NOT',
      ...lists.flatMap(({ fields }) => fields),
    ];
    expect([...new Set(wanted)].filter((name) => !shown.includes(`"${name}":`))).toEqual([]);
  });

  it.each(examples)('%s %s finds something', async (id, filter) => {
    const path = lists.find((list) => list.id === id)?.path;
    const { status, body } = await sam.request(`GET ${path}?${new URLSearchParams({ filter })}`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.total).toBeGreaterThan(0);
  });
});
