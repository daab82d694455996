import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { useSetPreferences } from '../identity.queries.ts';

/** Whether the viewer is asked at each event, or sees the results of all. */
export function ResultsSwitch({ showsResults }: { showsResults: boolean }) {
  const { mutate } = useSetPreferences();
  return (
    <Switch
      size="md"
      label="Always show results"
      checked={showsResults}
      onChange={({ currentTarget }) => mutate({ showsResults: currentTarget.checked })}
    />
  );
}
