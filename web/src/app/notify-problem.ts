import { isProblem } from '../api/problem.ts';
import { showToast } from '../ui/toasts.tsx';

/** Shows a failed call as a notification: title, type as its id, detail as description (docs/product.md, 4.8). */
export function notifyProblem(error: unknown) {
  if (isProblem(error)) {
    showToast({ id: error.type, title: error.title, description: error.detail, tone: 'warning' });
  } else {
    showToast({ id: 'unknown', title: 'An unknown error occurred.', tone: 'error' });
  }
}
