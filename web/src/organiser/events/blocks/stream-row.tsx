import { Button, Menu } from '@mantine/core';
import { IconBroadcast, IconPencil, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isProblem } from '../../../api/problem.ts';
import { StreamStatusBadge } from '../../../ui/badges/status-badges.tsx';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { PictureFallback } from '../../../ui/pictures/picture-fallback.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { PreviewPlayer } from '../../preview/preview-player.tsx';
import { IngestDialog } from '../ingest/ingest-dialog.tsx';
import { signPreview } from '../preview-calls.ts';
import type { May } from '../use-may.ts';
import { deleteStream, type LiveStream, type StreamPath } from './blocks.queries.ts';
import classes from './blocks-page.module.css';
import { MoreMenu } from './more-menu.tsx';
import { MoveButtons } from './move-buttons.tsx';
import { EditStream } from './stream-dialogs.tsx';

interface Props {
  path: StreamPath;
  stream: LiveStream;
  /** 1 is the one that viewers see first. */
  position: number;
  may: May;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

export function StreamRow({ path, stream, position, may, onUp, onDown }: Props) {
  const [isTested, setIsTested] = useState(false);
  const { name, description, videoId, status } = stream;
  return (
    <li className={classes.stream}>
      <span className={`display tabular ${classes.position}`} aria-hidden>
        {position}
      </span>
      <div className={classes.streamWords}>
        <p className={classes.streamName}>
          {name} <StreamStatusBadge status={status} />
        </p>
        <p className={classes.muted}>
          {description ? `${description} ` : ''}
          Video <code className={classes.video}>{videoId}</code>
        </p>
      </div>
      <div className={classes.actions}>
        {may.update && (onUp || onDown) ? (
          <MoveButtons name={name} words={['up', 'down']} onUp={onUp} onDown={onDown} />
        ) : null}
        <Button
          variant="default"
          leftSection={
            isTested ? <IconPlayerStop size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />
          }
          aria-label={isTested ? `Stop the test of ${name}` : `Test ${name}`}
          aria-expanded={isTested}
          onClick={() => setIsTested(!isTested)}
        >
          {isTested ? 'Stop' : 'Test'}
        </Button>
        <StreamMenu {...{ path, stream, may }} />
      </div>
      {isTested ? (
        // It plays only while it can be seen.
        <div className={classes.test} ref={(opened) => opened?.scrollIntoView?.({ block: 'nearest' })}>
          <PreviewPlayer title={name} sign={() => signPreview(path)} poster={<PictureFallback />} />
          <p className={classes.muted}>
            {status === 'active'
              ? 'Your preview is not counted as a viewer and takes no place of a device.'
              : 'Only you see this: the stream is inactive, so viewers see nothing.'}
          </p>
        </div>
      ) : null}
    </li>
  );
}

function StreamMenu({ path, stream, may }: Pick<Props, 'path' | 'stream' | 'may'>) {
  const queryClient = useQueryClient();
  const { name } = stream;
  async function remove() {
    const description =
      'Viewers who watch it lose the picture within seconds. The video at the provider is kept. This cannot be undone.';
    if (!(await confirm({ title: `Delete ${name}?`, description }))) return;
    try {
      await deleteStream(path);
      showToast({ id: 'streams', tone: 'success', title: `${name} is deleted` });
    } catch (error) {
      const description = isProblem(error) ? error.detail : 'The server could not be reached. Try again.';
      showToast({ id: 'streams', tone: 'warning', title: `${name} is not deleted`, description });
    }
    await queryClient.invalidateQueries();
  }
  if (!may.update && !may.delete) return null;
  return (
    <MoreMenu name={name} onDelete={may.delete ? remove : undefined}>
      {may.update ? (
        <Menu.Item
          leftSection={<IconBroadcast size={18} aria-hidden />}
          onClick={() =>
            openModal({
              title: `Live ingest of ${name}`,
              size: 'lg',
              content: () => <IngestDialog path={path} name={name} />,
            })
          }
        >
          Live ingest
        </Menu.Item>
      ) : null}
      {may.update ? (
        <Menu.Item
          leftSection={<IconPencil size={18} aria-hidden />}
          onClick={() =>
            openModal({
              title: `Edit ${name}`,
              content: (close) => <EditStream path={path} close={close} />,
            })
          }
        >
          Edit
        </Menu.Item>
      ) : null}
    </MoreMenu>
  );
}
