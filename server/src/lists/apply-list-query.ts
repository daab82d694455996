import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FieldCondition, Filter, ListOrder, Scalar } from './list-query.ts';

type Condition = (column: RawBuilder<unknown>) => Expression<SqlBool>;

/** The SQL of a field of the contract: a column, or a condition on any row of another table. It must never be null. */
type Field = RawBuilder<unknown> | ((condition: Condition, asked: FieldCondition) => Expression<SqlBool>);

export type Fields = Record<string, Field>;

/** The `where` of a list; true without a filter. Values are always bound; columns come only from `fields`. */
export function whereFilter(filter: Filter | undefined, fields: Fields): Expression<SqlBool> {
  return filter === undefined ? sql<SqlBool>`true` : compile(filter, fields, false);
}

/**
 * The `order by` of a list. The id is added last, so that pages are stable when rows are equal. It takes the direction
 * of the field before it, so that one index on both can be read forwards and backwards.
 */
export function orderBy(
  asked: ListOrder[],
  fields: Fields,
  { byDefault, id }: { byDefault: ListOrder; id: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const order = asked.length > 0 ? asked : [byDefault];
  const terms = order.map(({ field, direction }) => {
    const column = fields[field];
    if (column === undefined || typeof column === 'function') throw new Error(`Cannot order by ${field}`);
    return sql`${column} ${sql.raw(direction)}`;
  });
  return sql.join([...terms, sql`${id} ${sql.raw(order.at(-1)?.direction ?? 'asc')}`]);
}

function compile(filter: Filter, fields: Fields, negated: boolean): Expression<SqlBool> {
  const terms = Object.entries(filter).map(([key, value]): Expression<SqlBool> => {
    if (key === 'NOT') return sql<SqlBool>`not (${compile(value as Filter, fields, true)})`;
    if (key === 'AND' || key === 'OR') {
      const parts = (value as Filter[]).map((part) => compile(part, fields, negated));
      return join(parts, key === 'AND' ? 'and' : 'or');
    }
    const field = fields[key];
    if (field === undefined) throw new Error(`Cannot filter by ${key}`);
    const asked = value as FieldCondition;
    const condition: Condition = (column) => fieldCondition(column, asked, negated);
    return typeof field === 'function' ? field(condition, asked) : condition(field);
  });
  return join(terms, 'and');
}

function fieldCondition(column: RawBuilder<unknown>, condition: FieldCondition, negated: boolean) {
  const terms = Object.entries(condition).map(([operator, value]) => {
    const term = operators[operator as keyof FieldCondition](column, value as never);
    // A comparison with null is null in SQL, and NOT would then drop those rows.
    return negated ? sql<SqlBool>`((${term}) is true)` : term;
  });
  return join(terms, 'and');
}

const operators: {
  [K in keyof FieldCondition]-?: (column: RawBuilder<unknown>, value: never) => RawBuilder<SqlBool>;
} = {
  eq: (column, value: Scalar) => sql`${column} = ${value}`,
  ne: (column, value: Scalar) => sql`${column} is distinct from ${value}`,
  gt: (column, value: Scalar) => sql`${column} > ${value}`,
  gte: (column, value: Scalar) => sql`${column} >= ${value}`,
  lt: (column, value: Scalar) => sql`${column} < ${value}`,
  lte: (column, value: Scalar) => sql`${column} <= ${value}`,
  // The first condition is for the index, the second one compares the case.
  like: (column, value: string) => sql`(${likeInAnyCase(column, value)} and ${column} like ${value})`,
  ilike: likeInAnyCase,
  notLike: (column, value: string) => sql`(${column} like ${value}) is not true`,
  notIlike: (column, value: string) => sql`(${likeInAnyCase(column, value)}) is not true`,
  isNull: (column, value: boolean) => (value ? sql`${column} is null` : sql`${column} is not null`),
  isNotNull: (column, value: boolean) => (value ? sql`${column} is not null` : sql`${column} is null`),
};

/** `ilike` itself knows the locale of the database alone: Turkish has another small I, `C` only ASCII. */
function likeInAnyCase(column: RawBuilder<unknown>, pattern: string): RawBuilder<SqlBool> {
  return sql`lower(${column} collate "und-x-icu") collate "default"
    like lower(${pattern}::text collate "und-x-icu") collate "default"`;
}

function join(terms: Array<Expression<SqlBool>>, word: 'and' | 'or'): Expression<SqlBool> {
  if (terms.length === 0) return word === 'and' ? sql<SqlBool>`true` : sql<SqlBool>`false`;
  return sql<SqlBool>`(${sql.join(terms, word === 'and' ? sql` and ` : sql` or `)})`;
}
