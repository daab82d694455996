import { createContext } from 'react';

/** The level of a page's heading: 2 inside a frame that has a heading of its own, such as the name of an event. */
export const HeadingLevel = createContext<1 | 2>(1);
