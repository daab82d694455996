/** The only reader of `import.meta.env`. */
export const config = {
  siteTitle: 'Ringside',
  /** False under `vite dev` and in tests. */
  isBuilt: import.meta.env.PROD,
  isTest: import.meta.env.MODE === 'test',
} as const;
