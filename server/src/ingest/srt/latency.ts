/**
 * How long the receiver of SRT waits for what was lost: four round trips of mobile data. Both sides name one, and the longer
 * one holds.
 */
export const latencyMs = 600;
/** In the unit of ffmpeg and OBS. */
export const latencyMicroseconds = latencyMs * 1_000;
