import type { components } from '@ringside/openapi/schema';
import { $api } from '../../api/query-api.ts';

export type Fighter = components['schemas']['FighterProfile'];
export type FighterBout = components['schemas']['FighterBout'];

/** A fighter with their bouts, by id or slug. Throws the 404 problem when the fighter is on no card. */
export const fighterOf = (fighterSlug: string) =>
  $api.queryOptions(
    'get',
    '/api/v1/kickboxing/fighters/{fighterId}',
    { params: { path: { fighterId: fighterSlug } } },
    { meta: { showsProblem: true } },
  );

/** With the official results: asked for viewers alone who want to know them. */
export const recordOf = (fighterId: string) =>
  $api.queryOptions(
    'get',
    '/api/v1/kickboxing/fighters/{fighterId}/record',
    { params: { path: { fighterId } } },
    { staleTime: 10_000, gcTime: 0 },
  );
