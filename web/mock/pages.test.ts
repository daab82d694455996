import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listOperations } from '../../openapi/scripts/mock/operations.ts';
import { prepareContract } from '../../openapi/scripts/mock/prepare-contract.ts';
import { choiceFor, formatChoices, preferenceFor, readChoices } from './choices.ts';
import { mockPages, pageAt } from './pages.ts';

const bundle = join(import.meta.dirname, '../../openapi/generated/openapi.json');
const operations = listOperations(prepareContract(JSON.parse(readFileSync(bundle, 'utf8'))));
const withoutAnswer = ['slow', 'never', 'offline'];

describe('the states of the pages', () => {
  const choices = mockPages.flatMap((page) =>
    page.states.flatMap(({ name, calls = {} }) =>
      Object.entries(calls).map(([call, choice]) => ({ state: `${page.name}: ${name}`, call, choice })),
    ),
  );

  test.each(choices)('$state: the contract has $choice of $call', ({ call, choice }) => {
    if (call === 'video' || call === '*' || withoutAnswer.includes(choice)) return;
    const operation = operations.find(({ operationId }) => operationId === call.split('~')[0]);
    expect(operation).toBeDefined();
    expect(operation && preferenceFor(operation, choice)).toBeDefined();
  });

  test('have names of their own', () => {
    for (const { states } of mockPages)
      expect(new Set(states.map(({ name }) => name)).size).toBe(states.length);
  });

  test('are found by the address of their page', () => {
    expect(pageAt('/competitions/a/live')?.name).toBe('Live page');
    expect(pageAt('/competitions/a/main-card')?.name).toBe('Replay');
    expect(pageAt('/admin/events')).toBeUndefined();
  });
});

describe('what was chosen', () => {
  test('comes from the address once, and stays in the tab', () => {
    window.history.replaceState(null, '', '/replays?year=2026&mock=a:404,b~%22gt%22:slow');
    const chosen = { a: '404', 'b~"gt"': 'slow' };
    expect(readChoices()).toEqual(chosen);
    expect(window.location.search).toBe('?year=2026');
    expect(readChoices()).toEqual(chosen);
    window.history.replaceState(null, '', '/?mock=');
    expect(readChoices()).toEqual({});
  });

  test('is written as it is read', () => {
    window.history.replaceState(
      null,
      '',
      `/?mock=${encodeURIComponent(formatChoices({ 'x~a b': '503', '*': 'never' }))}`,
    );
    expect(readChoices()).toEqual({ 'x~a b': '503', '*': 'never' });
  });

  test('is that of the narrowest call', () => {
    const choices = { 'list~"gt"': 'none', get: '404', '*': '503' };
    expect(choiceFor(choices, 'list', '/list?filter=%7B%22gt%22%3A1%7D')).toBe('none');
    expect(choiceFor(choices, 'list', '/list')).toBe('503');
    expect(choiceFor(choices, 'get', '/get/%zz')).toBe('404');
    expect(choiceFor({}, 'get', '/get')).toBeUndefined();
  });

  test('asks for nothing that the operation does not answer', () => {
    const operation = {
      answers: [
        { name: 'none', status: 200, summary: '' },
        { name: 'busy', status: 503, summary: '' },
      ],
    };
    expect(preferenceFor(operation, '503')).toBe('code=503');
    expect(preferenceFor(operation, 'none')).toBe('code=200, example=none');
    expect(preferenceFor(operation, '418')).toBeUndefined();
    expect(preferenceFor(operation, 'other')).toBeUndefined();
  });
});
