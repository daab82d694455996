import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { countOf } from '../../ui/table/list.ts';
import classes from './grant-report.module.css';
import { ReportButton } from './grant-report.tsx';
import type { Done } from './use-grant.ts';

interface Props {
  grant: Done;
  eventId: string;
  onMore: () => void;
}

export function Granted({ grant: { table, result }, eventId, onMore }: Props) {
  const { imported, waiting } = result;
  return (
    <>
      <PageHead title={`${countOf(imported, ['access', 'accesses'])} granted`} tabTitle="Grant access" />
      <div className={classes.report} role="status">
        <p className={classes.words}>
          {waiting === 0
            ? 'Everybody can watch from the start of the window on.'
            : `${countOf(imported - waiting, ['access', 'accesses'])} at once. ${countOf(waiting, ['access', 'accesses'])} as soon as the person has an account and confirms the address.`}
        </p>
        <div className={classes.actions}>
          <Button
            size="md"
            component={Link}
            to={eventId ? adminPaths.eventAccesses.href(eventId) : adminPaths.accesses.href()}
          >
            Show the accesses
          </Button>
          <Button size="md" variant="default" onClick={onMore}>
            Grant more
          </Button>
          <ReportButton table={table} result={result} name="access-granted.csv" />
        </div>
      </div>
    </>
  );
}
