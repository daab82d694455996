/** Playwright calls it before the journeys, and what it returns after them. */
export { prepareData as default } from './prepared-data.ts';
