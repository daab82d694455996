import { Button } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { serverOrigin } from '../../../config.ts';
import { paths } from '../../../paths.ts';
import { shareLink } from '../../../ui/share/share-link.tsx';
import classes from './poster-actions.module.css';

interface Props {
  name: string;
  slug: string;
}

/** Shares the one address of the event: what else stands in the address bar belongs to this viewer. */
export function ShareButton({ name, slug }: Props) {
  return (
    <Button
      variant="default"
      size="lg"
      aria-label="Share"
      title="Share"
      className={classes.square}
      onClick={() => void shareLink(name, `${serverOrigin}${paths.competition.href(slug)}`)}
    >
      <IconShare2 size={20} aria-hidden />
    </Button>
  );
}
