import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { bundle, type MediaType, operations, type Schema } from './bundle.ts';

// `components` holds the schemas of the contract; it checks nothing.
const keywords = [
  'components',
  'x-trim',
  'x-present-zone',
  'x-stored-email',
  'x-refuse-common',
  'x-error-messages',
  'x-markdown-limits',
];
const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  keywords,
});
formats.default(ajv);
ajv.addFormat('timezone', (zone: string) => Intl.supportedValuesOf('timeZone').includes(zone));
// Examples must not have fields that the contract does not declare, even where clients should ignore such fields.
ajv.addSchema({ $id: 'contract', components: { schemas: closeObjects(bundle.components.schemas) } });

function closeObjects(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(closeObjects);
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === '$ref' ? String(value).replace('#/', 'contract#/') : closeObjects(value),
    ]),
  );
  const isOpenObject = copy.type === 'object' && copy.properties && copy.additionalProperties === undefined;
  return isOpenObject ? { ...copy, unevaluatedProperties: false } : copy;
}

function issuesOf(schema: Schema, value: unknown) {
  const validate = ajv.compile(closeObjects(schema) as Schema);
  return validate(value) ? [] : validate.errors;
}

function examplesOf(content: Record<string, MediaType> = {}) {
  return Object.values(content).flatMap(({ schema, examples = {} }) =>
    Object.entries(examples).map(([name, { value }]) => ({ schema, name, value })),
  );
}

const eventStream = 'text/event-stream';

/** The events of an example of a stream. `retry` is no event. */
function framesOf(text: string): object[] {
  expect(text.endsWith('\n\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n\n')
    .filter((frame) => !frame.startsWith('retry: '))
    .map((frame) => {
      const [, id, event, data = ''] = /^id: (.+)\nevent: (.+)\ndata: (.+)$/.exec(frame) ?? [];
      return { id, event, data: JSON.parse(data) };
    });
}

describe.each(operations)('$operationId', ({ parameters, requestBody, responses }) => {
  test('has valid examples of its parameters and its body', () => {
    for (const parameter of parameters) {
      const [inJson] = examplesOf(parameter.content);
      if (parameter.required) expect(parameter.example ?? inJson?.value, parameter.name).toBeDefined();
      if (parameter.example !== undefined)
        expect(issuesOf(parameter.schema ?? {}, parameter.example), parameter.name).toEqual([]);
      for (const { schema, value } of examplesOf(parameter.content))
        expect(issuesOf(schema, value), parameter.name).toEqual([]);
    }
    for (const { schema, name, value } of examplesOf(requestBody?.content))
      expect(issuesOf(schema, value), name).toEqual([]);
  });

  test('has valid examples of every response', () => {
    for (const [status, { headers = {}, content }] of Object.entries(responses)) {
      for (const [name, { required, schema, example }] of Object.entries(headers)) {
        if (required || example !== undefined) expect(issuesOf(schema, example), name).toEqual([]);
      }
      for (const { schema, name, value } of examplesOf(content)) {
        expect(issuesOf(schema, value), `${status} ${name}`).toEqual([]);
        if (/^[45]/.test(status)) expect(value).toMatchObject({ status: Number(status) });
        const event = schema.contentMediaType === eventStream && (schema.contentSchema as Schema);
        for (const frame of event ? framesOf(String(value)) : [])
          expect(issuesOf(event as Schema, frame), `${status} ${name}`).toEqual([]);
      }
    }
  });
});

test('every type of event has an example', () => {
  const streams = operations.flatMap(({ responses }) => responses[200]?.content?.[eventStream] ?? []);
  expect(streams).toHaveLength(3);
  for (const { schema, examples = {} } of streams) {
    const { $ref } = schema.contentSchema as { $ref: string };
    const { oneOf } = bundle.components.schemas[$ref.split('/').at(-1) ?? ''];
    const types = oneOf.map(
      (each: { $ref: string }) =>
        bundle.components.schemas[each.$ref.split('/').at(-1) ?? ''].properties.event.const,
    );
    const shown = Object.values(examples).flatMap(({ value }) => framesOf(String(value)));
    expect(new Set(shown.map((frame) => (frame as { event: string }).event))).toEqual(new Set(types));
  }
});

test('the same id has the same name, slug and e-mail address in every example', () => {
  const known = new Map<string, Record<string, unknown>>();
  visit(bundle.components.examples);
  expect(known.size).toBeGreaterThan(8);

  function visit(node: unknown) {
    if (typeof node !== 'object' || node === null) return;
    if ('id' in node && 'name' in node) {
      const { id, name, slug, email } = node as Record<string, unknown>;
      const before = known.get(String(id)) ?? { name, slug, email };
      expect({ name, slug, email }).toEqual(before);
      known.set(String(id), before);
    }
    for (const child of Object.values(node)) visit(child);
  }
});
