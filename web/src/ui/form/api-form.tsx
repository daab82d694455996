import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import classes from './api-form.module.css';
import { ConflictDialog } from './conflict-dialog.tsx';
import { FormProblem } from './form-problem.tsx';
import type { ApiFormState } from './use-api-form.ts';
import { useSaveKeys } from './use-save-keys.ts';

interface Props {
  state: ApiFormState;
  children: ReactNode;
  /** The words of the button. */
  submitLabel?: string;
  /** The page saves by itself: the bar only stands there after a save that failed. */
  savesItself?: boolean;
  /** The buttons stand where a page of short forms has them, at its start. */
  isBarAtStart?: boolean;
  /** Shows a value of a field in the choice of 412; without it texts as they are. */
  describe?: (field: string, value: unknown) => string;
}

/** The frame of a form: the problem above, the fields, the bar that saves, and the choice of 412. */
export function ApiForm({
  state,
  children,
  submitLabel = 'Save',
  savesItself = false,
  isBarAtStart = false,
  describe,
}: Props) {
  const { fault, labels, idPrefix, isNew, isDirty, isSaving, conflict, submit, discard } = state;
  const form = useRef<HTMLFormElement>(null);
  useSaveKeys(form, () => void submit());
  const save = (
    <Button key="save" type="submit" loading={isSaving} disabled={!isNew && !isDirty}>
      {submitLabel}
    </Button>
  );
  const discardAll =
    isDirty && !isNew ? (
      <Button key="discard" variant="default" onClick={discard} disabled={isSaving}>
        Discard changes
      </Button>
    ) : null;
  return (
    <form
      ref={form}
      noValidate
      className={classes.form}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void submit();
      }}
    >
      {fault ? <FormProblem key={fault.at} error={fault.error} labels={labels} idPrefix={idPrefix} /> : null}
      {children}
      <div
        className={classes.bar}
        data-dirty={isDirty || undefined}
        data-start={isBarAtStart || undefined}
        hidden={savesItself && !isDirty}
      >
        <span role="status" className={classes.state}>
          {isDirty && !isNew ? 'Not saved yet' : null}
        </span>
        {isBarAtStart ? [save, discardAll] : [discardAll, save]}
      </div>
      {conflict ? (
        <ConflictDialog
          {...conflict}
          labels={labels}
          describe={describe}
          findSave={() => form.current?.querySelector<HTMLElement>('[type=submit]') ?? null}
        />
      ) : null}
    </form>
  );
}
