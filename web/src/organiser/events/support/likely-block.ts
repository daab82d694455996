/** The block that a caller asks about: the one that runs or starts next, else the last one. */
export function likelyBlock<B extends { startDate: string; endDate: string }>(
  blocks: readonly B[],
  now: number,
) {
  const inOrder = blocks.toSorted((a, b) => Date.parse(a.startDate) - Date.parse(b.startDate));
  return inOrder.find(({ endDate }) => Date.parse(endDate) > now) ?? inOrder.at(-1);
}
