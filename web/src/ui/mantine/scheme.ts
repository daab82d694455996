import { createContext } from 'react';

/** The colour scheme that the app has chosen for `WithMantine`. */
export const SchemeContext = createContext<'light' | 'dark'>('light');
