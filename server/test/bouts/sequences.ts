/** How many random evenings a test plays, and from which seed: `pnpm sequences` plays 10,000. */
const { SEQUENCES = '25', SEQUENCES_SEED } = process.env;

export const sequences = {
  numRuns: Number(SEQUENCES),
  ...(SEQUENCES_SEED === undefined ? {} : { seed: Number(SEQUENCES_SEED) }),
};
/** 10,000 take ten minutes on a quiet machine. */
export const sequencesTimeoutMs = 7_200_000;
