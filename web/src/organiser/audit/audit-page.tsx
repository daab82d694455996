import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { PageHead } from '../../ui/page/page-head.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import { useListQuery } from '../ui/table/use-list-query.ts';
import { auditQueries } from './audit.queries.ts';
import { auditList, entryKey } from './audit-list.tsx';
import { wordsOfAction } from './audit-words.ts';
import { EntryDetails } from './entry-details.tsx';

/** Who changed what and when. */
export default function AuditPage() {
  const state = useListQuery(auditList);
  const result = useQuery(auditQueries.list(state.query));
  const [search, setSearch] = useSearchParams();
  const wanted = search.get(entryKey);
  const entry = result.data?.data.find(({ id }) => id === wanted);

  function close() {
    setSearch(
      (now) => {
        const rest = new URLSearchParams(now);
        rest.delete(entryKey);
        return rest;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <>
      <PageHead title="Audit log" text="Every administrative change: who, what and when." />
      <DataTable
        list={auditList}
        state={state}
        result={result}
        caption="Audit log"
        empty={{
          title: 'No changes yet',
          text: 'The first change of an event, a user or a role appears here.',
        }}
      />
      <Modal
        opened={entry !== undefined}
        onClose={close}
        title={entry ? wordsOfAction(entry.action) : null}
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
        attributes={{ header: { role: 'presentation' } }}
        styles={{
          content: { background: 'var(--surface-2)', boxShadow: 'var(--shadow-2)' },
          header: { background: 'var(--surface-2)' },
          title: { fontWeight: 650, fontSize: '1.125rem' },
        }}
      >
        {entry ? <EntryDetails entry={entry} /> : null}
      </Modal>
    </>
  );
}
