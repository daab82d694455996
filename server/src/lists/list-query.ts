/**
 * The list language of the contract: `filter` is a recursive JSON object, `order` a repeated key, `limit` and `offset`
 * are numbers. The contract checks fields, operators and value types; this file checks the bounds that a schema cannot
 * express, and returns the typed form that `lists/apply-list-query.ts` turns into SQL.
 */
import { validationProblem } from '../http/problems.ts';

export type Scalar = string | number | boolean;

export interface FieldCondition {
  eq?: Scalar;
  ne?: Scalar;
  gt?: Scalar;
  gte?: Scalar;
  lt?: Scalar;
  lte?: Scalar;
  like?: string;
  ilike?: string;
  notLike?: string;
  notIlike?: string;
  isNull?: boolean;
  isNotNull?: boolean;
}

/** Fields by their contract name; `AND`, `OR` and `NOT` combine; several entries of one object mean AND. */
export interface Filter {
  AND?: Filter[];
  OR?: Filter[];
  NOT?: Filter;
  [field: string]: FieldCondition | Filter | Filter[] | undefined;
}

export interface ListOrder {
  field: string;
  direction: 'asc' | 'desc';
}

export interface ListQuery {
  filter: Filter | undefined;
  order: ListOrder[];
  limit: number;
  offset: number;
}

const defaultLimit = 20;
const depthLimit = 5;
const conditionLimit = 50;

/** @param query the validated query of a list operation. @throws problem 400 beyond the bounds; nothing is truncated silently. */
export function readListQuery(query: {
  filter?: unknown;
  order?: readonly string[] | string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}): ListQuery {
  const filter = query.filter as Filter | undefined;
  if (filter !== undefined) assertBounds(filter);
  return {
    filter,
    order: [query.order ?? []]
      .flat()
      .map((item) =>
        item.startsWith('-')
          ? { field: item.slice(1), direction: 'desc' }
          : { field: item, direction: 'asc' },
      ),
    limit: query.limit ?? defaultLimit,
    offset: query.offset ?? 0,
  };
}

/** The conditions on a field, at any depth. */
export function conditionsOn(filter: Filter | undefined, field: string): FieldCondition[] {
  return Object.entries(filter ?? {}).flatMap(([key, value]) => {
    if (key === 'AND' || key === 'OR')
      return (value as Filter[]).flatMap((part) => conditionsOn(part, field));
    if (key === 'NOT') return conditionsOn(value as Filter, field);
    return key === field ? [value as FieldCondition] : [];
  });
}

function assertBounds(filter: Filter): void {
  let conditions = 0;
  const visit = (node: Filter, depth: number): void => {
    if (depth > depthLimit) throwIssue(`Filters may be nested at most ${depthLimit} deep.`);
    for (const [key, value] of Object.entries(node)) {
      if (key === 'AND' || key === 'OR') for (const item of value as Filter[]) visit(item, depth + 1);
      else if (key === 'NOT') visit(value as Filter, depth + 1);
      else {
        conditions += Object.keys(value as FieldCondition).length;
        assertPatterns(value as FieldCondition);
      }
    }
    if (conditions > conditionLimit) throwIssue(`A filter may hold at most ${conditionLimit} conditions.`);
  };
  visit(filter, 1);
}

/** A `\` escapes the next character, so it cannot end a pattern. */
function assertPatterns({ like, ilike, notLike, notIlike }: FieldCondition): void {
  const isCutOff = (pattern = '') => (/\\*$/.exec(pattern)?.[0].length ?? 0) % 2 === 1;
  if ([like, ilike, notLike, notIlike].some(isCutOff)) throwIssue('A pattern must not end with a single \\.');
}

function throwIssue(detail: string): never {
  throw validationProblem([{ detail, pointer: '/filter', location: 'query' }]);
}
