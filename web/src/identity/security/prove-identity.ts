import type { ProofRequired } from '../../api/client.ts';

let pending: Promise<boolean> | undefined;

/** Asks the viewer to prove who they are. Calls at the same time share one dialog. */
export function proveIdentity(required: ProofRequired): Promise<boolean> {
  pending ??= import('./step-up-dialog.tsx')
    .then(({ askForProof }) => askForProof(required === 'fresh-second-factor-required'))
    .finally(() => {
      pending = undefined;
    });
  return pending;
}
