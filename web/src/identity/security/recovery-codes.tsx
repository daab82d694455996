import { Button } from '@mantine/core';
import { serverOrigin } from '../../config.ts';
import { native } from '../../native.ts';
import classes from '../../ui/account/account-page.module.css';
import { showToast } from '../../ui/toasts/toasts.tsx';

/** Shows new recovery codes, the only time that anybody can read them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `Recovery codes for Ringside (${new URL(serverOrigin).host}). Each works once.\n\n${codes.join('\n')}\n`;
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: 'The codes were copied', tone: 'success' });
    } catch {
      showToast({
        title: 'The codes could not be copied',
        description: 'Select and copy them by hand.',
        tone: 'warning',
      });
    }
  }
  return (
    <div className={classes.codesBox}>
      <p className={classes.message} role="status">
        Keep these recovery codes in a safe place. Each replaces a code of the app once, for the day when your
        phone is lost. They are shown only now.
      </p>
      <ol className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={classes.rowActions}>
        <Button variant="default" onClick={() => void copy()}>
          Copy
        </Button>
        {native().isNative ? null : (
          // The webview of an app saves nothing.
          <Button
            variant="default"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="ringside-recovery-codes.txt"
          >
            Save as a file
          </Button>
        )}
        <Button onClick={onDone}>I have kept them</Button>
      </div>
    </div>
  );
}
