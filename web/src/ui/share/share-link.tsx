import { lazy, Suspense } from 'react';
import { openModal } from '../dialogs/modal-host.tsx';
import { showToast } from '../toasts/toasts.tsx';

const LinkToCopy = lazy(() => import('./link-to-copy.tsx').then((file) => ({ default: file.LinkToCopy })));

/** Shares a link by the device, where it can; else it copies the link; else it shows the link. */
export async function shareLink(name: string, url: string) {
  if ('share' in navigator) {
    const failure = await navigator.share({ title: name, url }).then(
      () => undefined,
      (error: unknown) => error,
    );
    const isSettled = failure === undefined || (failure as Error).name === 'AbortError';
    if (isSettled) return;
  }
  try {
    await navigator.clipboard.writeText(url);
    showToast({ id: 'share', tone: 'success', title: 'The link was copied', description: url });
  } catch {
    openModal({
      title: `Share ${name}`,
      content: () => (
        <Suspense fallback={null}>
          <LinkToCopy url={url} />
        </Suspense>
      ),
    });
  }
}
