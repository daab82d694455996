/** An organiser may move the end of a block or switch a stream on at any time; its viewers hear of it so soon. */
export const refetchWhileWatchedMs = 20_000;
