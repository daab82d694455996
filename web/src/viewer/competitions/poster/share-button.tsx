import { Button } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { serverOrigin } from '../../../config.ts';
import { paths } from '../../../paths.ts';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import classes from './poster-actions.module.css';

interface Props {
  name: string;
  slug: string;
}

const LinkToCopy = lazy(() => import('./link-to-copy.tsx').then((file) => ({ default: file.LinkToCopy })));

/** Shares the link of the event by the device, where it can; else it copies the link; else it shows the link. */
export function ShareButton({ name, slug }: Props) {
  return (
    <Button
      variant="default"
      size="lg"
      aria-label="Share"
      title="Share"
      className={classes.square}
      onClick={() => void share(name, `${serverOrigin}${paths.competition.href(slug)}`)}
    >
      <IconShare2 size={20} aria-hidden />
    </Button>
  );
}

/** @param url the one address of the page: what else stands in the address bar belongs to this viewer. */
async function share(name: string, url: string) {
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
