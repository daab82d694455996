import { createContext } from 'react';

/** Resolves with true when the dialog may close. */
export type MayClose = () => Promise<boolean>;

/** Given by each dialog to what is inside: a form registers, and takes itself off with the returned function. */
export const DialogGuard = createContext<((mayClose: MayClose) => () => void) | null>(null);
