import type { CompiledQuery, QueryResult } from 'kysely';
import type { Db } from './database.ts';

interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

/**
 * Compiles a query once; each call only binds new values. For queries that run for every viewer every few seconds,
 * where building a statement costs more than sending it.
 * @param names the arguments, all texts; `build` may use each any number of times, but may not change it.
 */
export function prepare<Name extends string, Row>(
  names: readonly Name[],
  build: (db: Db, args: Record<Name, string>) => Compilable<Row>,
): (db: Db, args: Record<Name, string>) => Promise<QueryResult<Row>> {
  const marks = Object.fromEntries(names.map((name) => [name, `\u0001${name}`])) as Record<Name, string>;
  const argOf = new Map<unknown, Name>(names.map((name) => [marks[name], name]));
  // Both engines speak the same SQL, so one text serves any connection and transaction.
  let compiled: CompiledQuery<Row> | undefined;
  return (db, args) => {
    compiled ??= build(db, marks).compile();
    const parameters = compiled.parameters.map((value) => {
      const name = argOf.get(value);
      return name === undefined ? value : args[name];
    });
    return db.executeQuery({ ...compiled, parameters });
  };
}
