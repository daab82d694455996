/** Generates valid values for a schema of the bundle. Most ids are from the story, so that requests find rows. */
import { deref } from '../../src/contract/document.ts';
import { escapePointer } from '../../src/http/json-pointer.ts';
import {
  mainCard,
  ringCamera,
  robinId,
  robinsAccess,
  robinsSession,
  rumble7,
  samId,
} from '../contract/story.ts';
import type { Random } from './random.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, unknown>;
  allOf?: unknown[];
  oneOf?: unknown[];
  anyOf?: unknown[];
  items?: unknown;
}

const instants = [
  '2026-11-21T20:00:00+01:00',
  '2027-06-01T19:00:00Z',
  '2027-06-01T19:00:00.123456+14:00',
  '1999-12-31T23:59:59Z',
  '2028-02-29T00:00:00-11:30',
];

const texts = [
  'main-card',
  'rotterdam-rumble-7',
  'prelims',
  'door-staff',
  'organiser',
  'demo',
  'demo-id',
  'gala',
  'Rotterdam Rumble',
  'Robin',
  '%rumble%',
  'a_b',
  'Left-hook-21!',
  'Round-seven-7!',
  '+31 10 555 0107',
  'event:read',
  'identity.user:read',
  'price_RotterdamRumble7',
  'http://localhost:3000/',
  'x',
  '🥊 Näh',
  '"3"',
  '*',
  'W/"3"',
  'Europe/Amsterdam',
  'robin@ringside.test',
  'sam@ringside.test',
];

const idsByName: Record<string, string> = {
  eventId: rumble7,
  competitionId: rumble7,
  blockId: mainCard,
  liveStreamId: ringCamera,
  accessId: robinsAccess,
  sessionId: robinsSession,
  userId: robinId,
  actorId: samId,
  imageId: '0199a3c4-0007-7000-8000-0000000000f1',
  pictureId: '0199a3c4-0007-7000-8000-0000000000f1',
};

/** @param name of the field or parameter; it decides which id fits. */
export function valueFor(pointer: string, random: Random, name = '', depth = 0): unknown {
  const found = deref(pointer);
  const schema = found.node as Schema;
  const at = (...parts: Array<string | number>) =>
    [found.pointer, ...parts.map((part) => escapePointer(String(part)))].join('/');

  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const options = schema[keyword];
    if (options) return valueFor(at(keyword, random.number(0, options.length - 1)), random, name, depth);
  }
  const parts = (schema.allOf ?? []).map((_, index) => valueFor(at('allOf', index), random, name, depth));
  const type = random.pick([schema.type ?? (schema.properties ? 'object' : 'any')].flat());
  switch (type) {
    case 'object':
      return Object.assign({}, ...parts, objectFor(schema, at, random, depth));
    case 'array': {
      const most = depth > 4 ? 0 : Math.min(schema.maxItems ?? 3, 3);
      const length = Math.max(schema.minItems ?? 0, random.number(0, most));
      return Array.from({ length }, () => valueFor(at('items'), random, name, depth + 1));
    }
    case 'string':
      return textFor(schema, random, name);
    case 'integer':
    case 'number':
      return random.number(schema.minimum ?? 0, Math.min(schema.maximum ?? 1_000, 1_000));
    case 'boolean':
      return random.withProbability(0.5);
    case 'null':
      return null;
    default:
      return parts[0] ?? textFor(schema, random, name);
  }
}

function objectFor(schema: Schema, at: (...parts: string[]) => string, random: Random, depth: number) {
  const chance = depth > 3 ? 0.05 : 0.5;
  const names = Object.keys(schema.properties ?? {}).filter(
    (key) => schema.required?.includes(key) || random.withProbability(chance),
  );
  return Object.fromEntries(
    names.map((key) => [key, valueFor(at('properties', key), random, key, depth + 1)]),
  );
}

function textFor(schema: Schema, random: Random, name: string): string {
  switch (schema.format) {
    case 'uuid':
      return random.withProbability(0.85)
        ? (idsByName[name] ?? random.pick(Object.values(idsByName)))
        : random.uuid();
    case 'date-time':
      return random.pick(instants);
    case 'email':
      return random.pick(['robin@ringside.test', 'sam@ringside.test', `${random.uuid()}@example.test`]);
    case 'uri':
      return random.pick(['http://localhost:3000/', 'https://evil.test/', 'http://127.0.0.1/x?y=z']);
    case 'timezone':
      return random.pick(['Europe/Amsterdam', 'UTC', 'America/Argentina/Buenos_Aires']);
  }
  const known =
    /id$/i.test(name) && idsByName[name] && random.withProbability(0.7) ? [idsByName[name]] : texts;
  const pattern = new RegExp(schema.pattern ?? '', 'u');
  const fitting = known.filter(
    (text) =>
      pattern.test(text) &&
      text.length >= (schema.minLength ?? 0) &&
      text.length <= (schema.maxLength ?? 1e6),
  );
  return fitting.length > 0 ? random.pick(fitting) : 'x'.repeat(schema.minLength ?? 1);
}
