import { fieldOf, isProblem, issuesOf, type Problem, wantsProof } from '../../api/problem.ts';
import { ProblemSummary } from '../problem-summary.tsx';

interface Props {
  /** A problem of the server, a sentence, or anything else that a call has thrown. */
  error: unknown;
  /** The labels of the form's fields, by the contract's names. */
  labels: Record<string, string>;
  /** What stands in front of a field's name in its id, where one page has several forms. */
  idPrefix?: string;
}

/** Shows the server's problem in the summary above a form. Field ids are the contract's names. */
export function FormProblem({ error, labels, idPrefix = '' }: Props) {
  if (!error) return null;
  if (typeof error === 'string') return <ProblemSummary title={error} />;
  if (!isProblem(error)) {
    return (
      <ProblemSummary
        title="An unknown error occurred."
        detail="The server could not be reached. Check your connection and try again."
      />
    );
  }
  // The dialog that asks for the proof was closed; the detail is for callers of the API.
  if (wantsProof(error))
    return <ProblemSummary title="Nothing was changed. Confirm that it is you, then try again." />;
  const issues = issuesOf(error).map((issue) => {
    const field = fieldOf(issue);
    const label = labels[field];
    return label
      ? { text: `${label}: ${issue.detail}`, fieldId: `${idPrefix}${field}` }
      : { text: issue.detail };
  });
  // Without issues the detail is enough; the title only repeats the kind of problem.
  if (issues.length === 0) return <ProblemSummary title={error.detail} />;
  return <ProblemSummary title="Please check this" issues={issues} />;
}

/** The first issue of each field, for the inputs. */
export function fieldErrors(error: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issuesOf(error)) errors[fieldOf(issue)] ??= issue.detail;
  return errors;
}

/** What a form has found by itself, shown like the issues of the server. */
export function foundProblem(errors: Record<string, string>): Problem {
  const issues = Object.entries(errors).map(([field, detail]) => ({
    detail,
    pointer: `/${field.replaceAll('.', '/')}`,
    location: 'body' as const,
  }));
  return {
    type: '/problems/validation-error',
    status: 400,
    title: 'Validation Error',
    detail: 'Please check this',
    issues,
  };
}

/** Focuses the first field that the form itself found invalid; the message is at the field. */
export function focusFirstInvalid(errors: Record<string, unknown>) {
  const [field] = Object.keys(errors);
  if (field) document.getElementById(field)?.focus();
}
