/** The only reader of `import.meta.env`, save the lines of `main.tsx` and `head-script.ts` that a bundler must see through. */
export const config = {
  siteTitle: 'Ringside',
  /** False under `vite dev` and in tests. */
  isBuilt: import.meta.env.PROD,
  isTest: import.meta.env.MODE === 'test',
} as const;

/** False where the server renders the page: modules must not touch what only browsers have. */
export const isBrowser = typeof window !== 'undefined';

/** The build for the native shell (`pnpm mobile:sync`). */
const isNativeBuild = import.meta.env.MODE === 'native';

/** Where the API, the media and the pages for other people are. The pages of the native shell come from the device. */
export const serverOrigin: string = isNativeBuild
  ? import.meta.env.RINGSIDE_ORIGIN
  : isBrowser
    ? window.location.origin
    : 'http://page.invalid';

/** An address of the server, for an element or a request of this page. */
export const serverUrl = (address: string): string =>
  isNativeBuild ? new URL(address, serverOrigin).href : address;
