import { isProblem, issuesOf } from '../../api/problem.ts';

interface Answer {
  error?: unknown;
  response: Response;
}

/**
 * The server points at the third role of a list; the form has a field per role. This lets each issue point at its code:
 * `/roleCodes/2` becomes `/roleCodes/door-staff`.
 */
export async function pointAtCodes(
  call: Promise<Answer>,
  lists: Partial<Record<'roleCodes' | 'permissionCodes', readonly string[] | undefined>>,
): Promise<Answer> {
  const answer = await call;
  if (!isProblem(answer.error)) return answer;
  const issues = issuesOf(answer.error).map((issue) => {
    const [, list = '', index = ''] = issue.pointer.split('/');
    const code = lists[list as keyof typeof lists]?.[Number(index)];
    return code === undefined || index === '' ? issue : { ...issue, pointer: `/${list}/${code}` };
  });
  return { ...answer, error: issues.length > 0 ? { ...answer.error, issues } : answer.error };
}
