import { isProblem, wantsProof } from '../api/problem.ts';
import { showToast } from '../ui/toasts/toasts.tsx';

/** Shows a failed call as a notification: title, type as its id, detail as description (docs/product.md, 4.8). */
export function notifyProblem(error: unknown) {
  // The viewer has closed the dialog that asks for the proof, and knows it.
  if (wantsProof(error)) return;
  if (isProblem(error)) {
    showToast({ id: error.type, title: error.title, description: error.detail, tone: 'warning' });
  } else {
    showToast({ id: 'unknown', title: 'An unknown error occurred.', tone: 'error' });
  }
}
