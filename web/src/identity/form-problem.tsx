import { fieldOf, isProblem, issuesOf } from '../api/problem.ts';
import { ProblemSummary } from '../ui/problem-summary.tsx';

interface Props {
  error: unknown;
  /** What the form calls its fields, by the contract's name. */
  labels: Record<string, string>;
}

/** What the server said about a form, in the summary above it. Field ids are the contract's names. */
export function FormProblem({ error, labels }: Props) {
  if (!error) return null;
  if (!isProblem(error)) {
    return (
      <ProblemSummary
        title="An unknown error occurred."
        detail="The server could not be reached. Check your connection and try again."
      />
    );
  }
  const issues = issuesOf(error).map((issue) => {
    const field = fieldOf(issue);
    const label = labels[field];
    return label ? { text: `${label}: ${issue.detail}`, fieldId: field } : { text: issue.detail };
  });
  // Without single issues the detail says it all; the title only repeats the kind of problem.
  if (issues.length === 0) return <ProblemSummary title={error.detail} />;
  return <ProblemSummary title="Please check this" issues={issues} />;
}

/** The first issue of each field, for the inputs. */
export function fieldErrors(error: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issuesOf(error)) errors[fieldOf(issue)] ??= issue.detail;
  return errors;
}

/** What the form itself finds wrong is told at the fields, so the first of them takes the focus. */
export function focusFirstFault(errors: Record<string, unknown>) {
  const [field] = Object.keys(errors);
  if (field) document.getElementById(field)?.focus();
}
