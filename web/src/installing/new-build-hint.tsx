import { loadNewBuild } from '../offline/new-build.ts';
import { Hint } from './hint.tsx';

export function NewBuildHint({ onClose }: { onClose: () => void }) {
  return (
    <Hint
      title="A new version is ready"
      action={{ label: 'Reload', onClick: () => loadNewBuild(() => window.location.reload()) }}
      closeLabel="Later"
      onClose={onClose}
    >
      Reload the page to use it. You stay signed in.
    </Hint>
  );
}
