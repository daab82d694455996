import { fieldOf, isProblem, issuesOf } from '../api/problem.ts';
import { ProblemSummary } from '../ui/problem-summary.tsx';

interface Props {
  error: unknown;
  /** The labels of the form's fields, by the contract's names. */
  labels: Record<string, string>;
}

/** Shows the server's problem in the summary above a form. Field ids are the contract's names. */
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

/** Focuses the first field that the form itself found invalid; the message is at the field. */
export function focusFirstInvalid(errors: Record<string, unknown>) {
  const [field] = Object.keys(errors);
  if (field) document.getElementById(field)?.focus();
}
