/** How the process ends, for its parent: 0 is a stop that was asked for. The numbers are those of sysexits.h. */
export const exitCodes = {
  /** An address or a folder that the server needs belongs to another one. */
  taken: 69,
  /** An error that nobody expected. */
  crashed: 70,
  /** The operator has to change something first. */
  refused: 78,
} as const;

/** What the parent process sends for the first signal that it gets. */
export const stopMessage = 'stop';
