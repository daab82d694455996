import { TextInput } from '@mantine/core';

/** For browsers that let no page copy. */
export function LinkToCopy({ url }: { url: string }) {
  return (
    <TextInput
      label="Link"
      description="Select it and copy it."
      value={url}
      readOnly
      data-autofocus
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}
