import { Hint } from './hint.tsx';
import { askToInstall } from './install-prompt.ts';
import type { InstallWay } from './install-way.ts';

interface Props {
  way: Exclude<InstallWay, null>;
  onClose: () => void;
}

const use = 'It opens in a window of its own, like an app, and shows the schedule without a network.';

export function InstallHint({ way, onClose }: Props) {
  if (way === 'words')
    return (
      <Hint title="Install Ringside" closeLabel="Close" onClose={onClose}>
        {use} In the menu “Share” of Safari, choose “Add to Home Screen”.
      </Hint>
    );
  const install = () => {
    askToInstall();
    onClose();
  };
  return (
    <Hint
      title="Install Ringside"
      action={{ label: 'Install', onClick: install }}
      closeLabel="Not now"
      onClose={onClose}
    >
      {use}
    </Hint>
  );
}
