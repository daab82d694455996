/** Constraint violations that a handler turns into an issue; both engines use PostgreSQL's codes and names. */
interface DatabaseFault {
  code?: string;
  constraint?: string;
}

/** The name of the unique constraint that a statement broke, or undefined for any other error. */
export function brokenUnique(error: unknown): string | undefined {
  const { code, constraint } = error as DatabaseFault;
  return code === '23505' ? (constraint ?? '') : undefined;
}

export function brokenForeignKey(error: unknown): string | undefined {
  const { code, constraint } = error as DatabaseFault;
  return code === '23503' ? (constraint ?? '') : undefined;
}
