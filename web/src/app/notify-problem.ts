import { isProblem } from '../api/problem.ts';
import { showToast } from '../ui/toasts.tsx';

/** A failed call as a notification (specification, section 8): title, type as its id, detail as description. */
export function notifyProblem(error: unknown) {
  if (isProblem(error)) {
    showToast({ id: error.type, title: error.title, description: error.detail, tone: 'warning' });
  } else {
    showToast({ id: 'unknown', title: 'An unknown error occurred.', tone: 'error' });
  }
}
