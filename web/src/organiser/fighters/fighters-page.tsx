import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { adminPaths } from '../../admin-paths.ts';
import { holdsAll } from '../../identity/sessions/permissions.ts';
import { useSession } from '../../identity/sessions/use-session.ts';
import { openModal } from '../../ui/dialogs/modal-host.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import { ExportButton } from '../ui/table/export-button.tsx';
import { useListQuery } from '../ui/table/use-list-query.ts';
import { exportFighters, fightersQueries } from './fighters.queries.ts';
import { fightersListFor } from './fighters-list.tsx';
import { NewFighterForm } from './new-fighter-form.tsx';

export default function FightersPage() {
  const { permissions } = useSession();
  const mayChange = holdsAll(permissions, ['event:update']);
  const list = useMemo(() => fightersListFor(mayChange), [mayChange]);
  const state = useListQuery(list);
  const result = useQuery(fightersQueries.list(state.query));
  const navigate = useNavigate();
  const create = mayChange ? (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() =>
        openModal({
          title: 'New fighter',
          size: 'lg',
          content: (close) => (
            <NewFighterForm
              onMade={(fighterId) => {
                close();
                void navigate(adminPaths.fighter.href(fighterId));
              }}
            />
          ),
        })
      }
    >
      New fighter
    </Button>
  ) : null;
  const isEmpty = result.data?.total === 0 && !state.isFiltered;
  return (
    <>
      <PageHead
        title="Fighters"
        action={
          isEmpty ? null : (
            <>
              <ExportButton
                total={result.data?.total ?? 0}
                words={['fighter', 'fighters']}
                load={() => exportFighters(state.query)}
              />
              {create}
            </>
          )
        }
      />
      <DataTable
        list={list}
        state={state}
        result={result}
        caption="Fighters"
        empty={{
          title: 'No fighters yet',
          text: 'A fighter is made here, or while a card is made: type the name into a corner. Everything but the name is optional.',
          action: create,
        }}
      />
    </>
  );
}
