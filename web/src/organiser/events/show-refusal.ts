import { hasType, isProblem, wantsProof } from '../../api/problem.ts';
import { showToast } from '../../ui/toasts/toasts.tsx';

/**
 * Says why an action was refused. The page reads again what is stored.
 * @param isOfProxy the refused version is the stored one (docs/product.md, 12.10).
 */
export function showRefusal(error: unknown, isOfProxy = false) {
  // The organiser has closed the dialog that asks for the proof, and knows it.
  if (wantsProof(error)) return;
  if (isOfProxy) {
    return showToast({
      id: 'refused',
      title: 'Nothing was changed',
      description:
        'Something between your browser and the server, such as a proxy, changes the ETag header. Ask whoever runs this site.',
      tone: 'warning',
    });
  }
  if (hasType(error, 'precondition-failed')) {
    return showToast({
      id: 'refused',
      title: 'Somebody else has changed this event',
      description: 'You now see the newest version. Look at it and try again.',
      tone: 'warning',
    });
  }
  if (isProblem(error))
    return showToast({ id: 'refused', title: error.title, description: error.detail, tone: 'warning' });
  showToast({
    id: 'refused',
    title: 'An unknown error occurred.',
    description: 'The server could not be reached. Check your connection.',
    tone: 'error',
  });
}
