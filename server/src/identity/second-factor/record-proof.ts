import type { Db } from '../../db/database.ts';
import { bodyIssue, problem, validationProblem } from '../../http/problems.ts';
import { updateSessionProof } from '../sessions/session.repository.ts';

/** The session's user has proved who they are. @throws problem 401 when the session has ended meanwhile. */
export async function recordProof(
  trx: Db,
  sessionId: string,
  { secondFactor, now }: { secondFactor: boolean; now: Date },
): Promise<void> {
  const authenticatedAt = now.toISOString();
  const isLive = await updateSessionProof(trx, sessionId, { authenticatedAt, secondFactor });
  if (!isLive) throw problem('unauthorized');
}

/** @param pointer the field that is wrong: the limit on step-ups counts by it. */
export function refusedProof(pointer: '' | '/password' | '/code' | '/passkey', detail: string) {
  return validationProblem([bodyIssue(pointer, detail)]);
}
