/** The drawing of a small chart, as SVG paths in a box of 100 by 100. Pure. */

interface Chart {
  values: ReadonlyArray<number | null>;
  /** How many values fill the whole width; the newest stands at the right edge. */
  slots: number;
  /** The value at the upper edge; the lower one is 0. */
  top: number;
}

/** One path for each run of values without a gap. */
export function chartLines({ values, slots, top }: Chart): string[] {
  const runs: Array<Array<[x: number, y: number]>> = [];
  let isOpen = false;
  values.forEach((value, index) => {
    if (value === null) {
      isOpen = false;
      return;
    }
    if (!isOpen) runs.push([]);
    isOpen = true;
    const x = 100 - ((values.length - 1 - index) * 100) / (slots - 1);
    runs.at(-1)?.push([x, heightOf(value, top)]);
  });
  // A single value is a short dash, because a path of one point is not drawn.
  return runs.map(([first = [0, 0], ...rest]) =>
    [`M${place(first)}`, ...(rest.length > 0 ? rest.map((point) => `L${place(point)}`) : ['h-1'])].join(''),
  );
}

/** The place of a value: 0 is the upper edge, 100 the lower one. */
export function heightOf(value: number, top: number): number {
  return 100 - (Math.min(Math.max(value, 0), top) * 100) / top;
}

/** A little above the highest value, so that the line does not lie on the edge. */
export function topOf(values: ReadonlyArray<number | null>, least: number): number {
  return Math.max(least, ...values.map((value) => (value ?? 0) * 1.2));
}

function place([x, y]: [number, number]): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
