/**
 * A form over one resource of the contract. It sends only what was changed, puts the server's issues on their fields,
 * and offers the choice of 412 when somebody else has saved meanwhile. `stored` is what the server holds, `edits` are
 * the top-level fields that differ from it: a PATCH replaces a field as a whole.
 */
import { useForm } from '@mantine/form';
import { useId, useRef, useState } from 'react';
import { fieldErrors, foundProblem } from './form-problem.tsx';
import { useLeaveGuard } from './leave-guard.tsx';

export interface Stored<V> {
  values: V;
  /** Sent as `If-Match`; empty for something new. */
  etag: string;
}

interface Answer {
  error?: unknown;
  response: Response;
}

interface Options<V extends object> {
  stored: Stored<V>;
  /** The labels of the fields, by the contract's names; nested ones as `location.cityName`. */
  labels: Record<string, string>;
  /** Creates, so that all values are sent, also when nothing was typed. */
  isNew?: boolean;
  /** What the form itself finds before anything is sent, by field: only what the server could not say better. */
  check?: (values: V) => Record<string, string>;
  save: (edits: Partial<V>, etag: string) => Promise<Answer>;
  /** Reads the resource again after a 412. Without it a 412 is shown like any other problem. */
  reread?: () => Promise<Stored<V>>;
  /** The edits on top of what others have stored, for lists that are sent as a whole. Without it an edit replaces. */
  merge?: (edits: Partial<V>, stored: { before: V; now: V }) => Partial<V>;
  onSaved?: (response: Response) => void | Promise<void>;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function editsBetween<V extends object>(from: V, to: V) {
  const keys = Object.keys(to) as (keyof V)[];
  return Object.fromEntries(
    keys.filter((key) => !isSame(from[key], to[key])).map((key) => [key, to[key]]),
  ) as Partial<V>;
}

export function useApiForm<V extends object>(options: Options<V>) {
  const { stored, labels, isNew = false, check, save, reread, merge, onSaved } = options;
  // A ref: the guard asks in the same tick in which a save has changed what is stored.
  const base = useRef(stored);
  const isSending = useRef(false);
  const [isSaving, setIsSaving] = useState(false);
  const [theirs, setTheirs] = useState<Stored<V>>();
  const [fault, setFault] = useState<{ error: unknown; at: number }>();
  const idPrefix = `${useId()}-`;
  const form = useForm<V>({ initialValues: stored.values });

  const edits = () => editsBetween(base.current.values, form.getValues());
  const isDirty = () => Object.keys(edits()).length > 0;
  useLeaveGuard(isDirty);

  /** What is stored has changed; the given edits stay on top of it. */
  function rebase(next: Stored<V>, kept: Partial<V> = {}) {
    base.current = next;
    form.setValues({ ...next.values, ...kept });
    form.clearErrors();
    setTheirs(undefined);
    setFault(undefined);
  }

  function show(error: unknown) {
    form.setErrors(fieldErrors(error));
    setFault({ error, at: Date.now() });
  }

  async function send(values: V, from: Stored<V>) {
    const changed = isNew ? values : editsBetween(from.values, values);
    if (isSending.current || Object.keys(changed).length === 0) return;
    const found = check?.(values) ?? {};
    if (Object.keys(found).length > 0) return show(foundProblem(found));
    isSending.current = true;
    setIsSaving(true);
    setFault(undefined);
    try {
      const { error, response } = await save(changed, from.etag);
      if (response.status === 412 && reread) return setTheirs(await reread());
      if (!response.ok) return show(error);
      // What was typed while the save was on its way stays, and is not saved yet.
      const typed = editsBetween(values, form.getValues());
      rebase({ values, etag: response.headers.get('ETag') ?? from.etag }, typed);
      await onSaved?.(response);
    } catch (error) {
      setFault({ error, at: Date.now() });
    } finally {
      isSending.current = false;
      setIsSaving(false);
    }
  }

  const edited = edits();
  const conflict = theirs && conflictWith(theirs);

  function conflictWith(next: Stored<V>) {
    const mine = merge?.(edited, { before: base.current.values, now: next.values }) ?? edited;
    return {
      theirs: next.values,
      mine,
      // The server refused the very version that it holds: it cannot have been asked for it.
      isOfProxy: next.etag === base.current.etag,
      keepMine: () => {
        rebase(next, mine);
        return send({ ...next.values, ...mine }, next);
      },
      takeTheirs: () => rebase(next),
      close: () => setTheirs(undefined),
    };
  }

  /** The props of a field: value, label, error and the id that the summary links to. */
  function field(name: string) {
    const props = form.getInputProps(name);
    return { ...props, value: props.value, id: `${idPrefix}${name}`, label: labels[name] ?? name };
  }

  return {
    form,
    field,
    labels,
    idPrefix,
    isNew,
    isSaving,
    isDirty: Object.keys(edited).length > 0,
    fault,
    conflict,
    /** Sends the edits; nothing happens without any. */
    submit: () => send(form.getValues(), base.current),
    discard: () => rebase(base.current),
  };
}

export type ApiFormState = Omit<ReturnType<typeof useApiForm<object>>, 'form' | 'conflict'> & {
  conflict:
    | {
        theirs: object;
        mine: object;
        /** Nobody else has saved: a proxy has changed the ETag on its way. */
        isOfProxy: boolean;
        keepMine: () => Promise<void>;
        takeTheirs: () => void;
        close: () => void;
      }
    | undefined;
};
