import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { StatusCard } from './status-card.tsx';

/** The address of a mail's page without its token: nothing has expired, a part of the link is missing. */
export function LinkIncomplete() {
  return (
    <StatusCard
      title="This link is not complete"
      action={
        <Button component={Link} to={paths.home.href()} size="lg" variant="default">
          To the home page
        </Button>
      }
    >
      Open it from the mail once more, or copy all of it: the end of the address is missing.
    </StatusCard>
  );
}
