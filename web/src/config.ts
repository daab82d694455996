/** The only reader of `import.meta.env`. */
export const config = {
  siteTitle: 'Ringside',
  /** True under `pnpm dev:mock`, where Prism takes the place of the server. */
  isMock: import.meta.env.MODE === 'mock',
} as const;
