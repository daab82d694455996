import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useParams } from 'react-router';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { type Stored, useApiForm } from '../../../ui/form/use-api-form.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { deletePicture, sendPicture } from '../../ui/picture-field/picture-calls.ts';
import { PictureField } from '../../ui/picture-field/picture-field.tsx';
import { eventsQueries, readEvent, updateEvent } from '../events.queries.ts';

interface Values {
  pictureId: string | null;
}

export default function EventImagesPage() {
  const { eventId = '' } = useParams();
  const { data, isError, refetch } = useQuery(eventsQueries.detail(eventId));
  if (isError && !data) return <ErrorState onRetry={refetch} />;
  if (!data) return <Skeleton height={320} />;
  return (
    <>
      <PageHead
        title="Images"
        tabTitle={`Images of ${data.value.name}`}
        text="One picture stands for the event: on its page, in lists, in shared links and on lock screens."
      />
      <PictureForm key={eventId} eventId={eventId} stored={toStored(data)} />
    </>
  );
}

function PictureForm({ eventId, stored }: { eventId: string; stored: Stored<Values> }) {
  const queryClient = useQueryClient();
  const inUse = useRef(stored.values.pictureId);
  const state = useApiForm<Values>({
    stored,
    labels: { pictureId: 'Picture' },
    save: (edits, etag) => updateEvent(eventId, edits, etag),
    reread: async () => {
      const theirs = toStored(await readEvent(eventId));
      inUse.current = theirs.values.pictureId;
      return theirs;
    },
    onSaved: async () => {
      const { pictureId } = state.form.getValues();
      const former = inUse.current;
      inUse.current = pictureId;
      showToast({ id: 'saved', title: pictureId ? 'The picture is in use' : 'Removed', tone: 'success' });
      if (former) await deletePicture(former);
      await queryClient.invalidateQueries();
    },
  });
  const { value, id, error } = state.field('pictureId');

  function use(pictureId: string | null) {
    state.form.setValues({ pictureId });
    void state.submit();
  }
  async function remove() {
    const isMeant = await confirm({
      title: 'Remove the picture?',
      description: 'Viewers see a drawn ring instead.',
    });
    if (isMeant) use(null);
  }
  return (
    <ApiForm state={state} savesItself describe={(_, picture) => (picture ? 'A picture' : 'No picture')}>
      <PictureField
        id={id}
        value={value}
        error={error}
        send={sendPicture}
        onSent={use}
        onRemove={() => void remove()}
      />
    </ApiForm>
  );
}

function toStored({ value, etag }: Awaited<ReturnType<typeof readEvent>>): Stored<Values> {
  return { etag, values: { pictureId: value.pictureId } };
}
