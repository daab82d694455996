let pending: Promise<boolean> | undefined;

/** Asks the viewer to prove who they are. Calls at the same time share one dialog. */
export function proveIdentity(): Promise<boolean> {
  pending ??= import('./step-up-dialog.tsx')
    .then(({ askForProof }) => askForProof())
    .finally(() => {
      pending = undefined;
    });
  return pending;
}
