import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Group, Radio, Skeleton, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { type Stored, useApiForm } from '../../../ui/form/use-api-form.ts';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import {
  type Block,
  blocksQueries,
  createStream,
  type LiveStream,
  readStream,
  type StreamPath,
  updateStream,
} from './blocks.queries.ts';
import { lastWeight } from './stream-order.ts';

interface StreamValues {
  name: string;
  videoId: string;
  description: string;
  status: LiveStream['status'];
}

const labels = {
  name: 'Name',
  videoId: 'Video id',
  description: 'Short description',
  status: 'Status',
  weight: 'Order',
};

export function NewStream({ block, close }: { block: Block; close: () => void }) {
  const path = { eventId: block.eventId, blockId: block.id };
  return (
    <StreamForm
      isNew
      submitLabel="Add the live stream"
      close={close}
      stored={{ etag: '', values: { name: '', videoId: '', description: '', status: 'inactive' } }}
      save={(values) => {
        const { name = '', videoId = '', description, status = 'inactive' } = values;
        const weight = lastWeight(block.liveStreams);
        return createStream(path, { name, videoId, status, weight, description: description || null });
      }}
    />
  );
}

export function EditStream({ path, close }: { path: StreamPath; close: () => void }) {
  const { data, isError, refetch } = useQuery({
    ...blocksQueries.stream(path),
    refetchOnWindowFocus: false,
  });
  if (!data) return isError ? <ErrorState onRetry={refetch} /> : <Skeleton height={320} />;
  return (
    <StreamForm
      submitLabel="Save"
      close={close}
      stored={storedOf(data)}
      save={({ description, ...others }, etag) =>
        updateStream(
          path,
          { ...others, ...(description === undefined ? {} : { description: description || null }) },
          etag,
        )
      }
      reread={async () => storedOf(await readStream(path))}
    />
  );
}

function storedOf({ value, etag }: Awaited<ReturnType<typeof readStream>>): Stored<StreamValues> {
  const { name, videoId, description, status } = value;
  return { etag, values: { name, videoId, status, description: description ?? '' } };
}

type Options = Parameters<typeof useApiForm<StreamValues>>[0];

interface FormProps {
  stored: Stored<StreamValues>;
  isNew?: boolean;
  submitLabel: string;
  save: Options['save'];
  reread?: NonNullable<Options['reread']>;
  close: () => void;
}

function StreamForm({ submitLabel, close, ...options }: FormProps) {
  const queryClient = useQueryClient();
  const state = useApiForm<StreamValues>({
    ...options,
    labels,
    onSaved: async () => {
      close();
      showToast({
        id: 'streams',
        title: options.isNew ? 'The live stream is added' : 'Saved',
        tone: 'success',
      });
      await queryClient.invalidateQueries();
    },
  });
  const { status } = state.form.getValues();
  return (
    <ApiForm state={state} submitLabel={submitLabel}>
      <TextInput
        {...state.field('name')}
        size="md"
        withAsterisk
        data-autofocus
        description="What viewers choose, for example Ring camera."
      />
      <TextInput
        {...state.field('videoId')}
        size="md"
        withAsterisk
        autoCapitalize="none"
        spellCheck={false}
        description="As the video provider calls it. The built-in one always has the video demo."
      />
      <Textarea {...state.field('description')} size="md" autosize minRows={2} />
      <Radio.Group
        {...state.field('status')}
        description={
          status === 'active'
            ? 'Viewers can watch it while its block is on, and as a replay afterwards.'
            : 'Viewers cannot watch it. Those who watch it now lose the picture within seconds.'
        }
      >
        <Group mt="xs" gap="xl">
          <Radio size="md" value="active" label="Active" />
          <Radio size="md" value="inactive" label="Inactive" />
        </Group>
      </Radio.Group>
    </ApiForm>
  );
}
