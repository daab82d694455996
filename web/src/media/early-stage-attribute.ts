/** Marks the element that held the video before its page was there. */
export const earlyStageAttribute = 'data-early-stage';
