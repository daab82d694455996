import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { locales } from '../../../ui/locales.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { countOf } from './list.ts';

interface Props {
  total: number;
  /** One, and several. */
  words: readonly [string, string];
  /** Loads exactly what the filters of the list find, on all its pages. */
  load: () => Promise<{ file: Blob; name: string }>;
}

/** Saves a list as CSV; nothing while the list is empty. */
export function ExportButton({ total, words, load }: Props) {
  const { mutate, isPending } = useMutation({
    mutationFn: load,
    onSuccess: ({ file, name }) => saveFile(file, name),
  });
  if (total === 0) return null;
  return (
    <Button
      variant="default"
      loading={isPending}
      leftSection={<IconDownload size={18} aria-hidden />}
      aria-label={`Export ${countOf(total, words)} as CSV`}
      onClick={() => mutate()}
    >
      Export {total.toLocaleString(locales)}
    </Button>
  );
}
