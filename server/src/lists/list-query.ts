/**
 * The list language of the contract (design, section 4): `filter` is a recursive JSON object, `order` a repeated key,
 * `limit` and `offset` numbers. The contract has checked fields, operators and value types; here are the bounds that a
 * schema cannot say, and the typed form that `db/apply-list-query.ts` turns into SQL.
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

/** @param query the validated query of a list operation. @throws problem 400 beyond the bounds, never a silent cut. */
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

function assertBounds(filter: Filter): void {
  let conditions = 0;
  const visit = (node: Filter, depth: number): void => {
    if (depth > depthLimit) refuse(`Filters may be nested at most ${depthLimit} deep.`);
    for (const [key, value] of Object.entries(node)) {
      if (key === 'AND' || key === 'OR') for (const item of value as Filter[]) visit(item, depth + 1);
      else if (key === 'NOT') visit(value as Filter, depth + 1);
      else {
        conditions += Object.keys(value as FieldCondition).length;
        assertPatterns(value as FieldCondition);
      }
    }
    if (conditions > conditionLimit) refuse(`A filter may hold at most ${conditionLimit} conditions.`);
  };
  visit(filter, 1);
}

/** A `\` takes the meaning of the next character away; at the end of a pattern there is none. */
function assertPatterns({ like, ilike, notLike, notIlike }: FieldCondition): void {
  const isCutOff = (pattern = '') => (/\\*$/.exec(pattern)?.[0].length ?? 0) % 2 === 1;
  if ([like, ilike, notLike, notIlike].some(isCutOff)) refuse('A pattern must not end with a single \\.');
}

function refuse(detail: string): never {
  throw validationProblem([{ detail, pointer: '/filter', location: 'query' }]);
}
