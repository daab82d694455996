/** The figures that live ingest must hold, and the table of what a run measured. */
import { loadavg } from 'node:os';
import { isSmall } from '../size.ts';

interface Figure {
  title: string;
  goal: number;
  unit: string;
  /** Which of the values the goal is for. */
  by: 'median' | 'p95' | 'most';
}

export const figures = {
  glassToGlass: { title: 'glass to glass, two viewers', goal: 2, unit: 's', by: 'median' },
  glassToGlassP95: { title: 'glass to glass, the slowest 5 %', goal: 3, unit: 's', by: 'p95' },
  firstFrame: { title: 'publish accepted to first frame, on an open page', goal: 3, unit: 's', by: 'median' },
  pictureBack: { title: 'encoder back to picture back', goal: 1.5, unit: 's', by: 'median' },
  feedCpu: { title: 'CPU of a feed of 2.6 Mbit/s, recording on', goal: 5, unit: '% of a core', by: 'median' },
  crowdCpu: { title: 'CPU of 300 viewers and the feed', goal: 30, unit: '% of a core', by: 'median' },
  crowdFailed: { title: 'their failed requests', goal: 0, unit: '', by: 'most' },
  stalls: { title: 'stalls of the two players', goal: 0, unit: '', by: 'most' },
  heapGrowth: { title: 'growth of the heap, first third to last', goal: 16, unit: 'MB', by: 'most' },
  handleGrowth: { title: 'growth of open handles, first third to last', goal: 2, unit: '', by: 'most' },
  readerErrors: { title: 'errors of other players', goal: 0, unit: '', by: 'most' },
  wrongKey: { title: 'wrong key refused within', goal: 1, unit: 's', by: 'most' },
  replay: { title: 'end to a replay that plays', goal: 2, unit: 's', by: 'most' },
} as const satisfies Record<string, Figure>;

type Name = keyof typeof figures;

export class Table {
  readonly #values = new Map<Name, number[]>();
  readonly #remarks = new Map<Name, string>();
  readonly #loadBefore = loadavg()[0] ?? 0;

  add(name: Name, ...values: number[]) {
    this.#values.set(name, [...(this.#values.get(name) ?? []), ...values]);
    const { title } = figures[name];
    if (values.length <= 4)
      console.log(`    ${title}: ${values.map((value) => value.toFixed(2)).join(' and ')}`);
  }

  /** Said beside the figure, or instead of it. */
  remark(name: Name, words: string) {
    this.#remarks.set(name, words);
  }

  /** @returns whether every figure that was measured holds; a small run judges none. */
  print(): boolean {
    const rows = Object.entries(figures).map(([name, figure]) => this.#row(name as Name, figure));
    const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    for (const row of rows)
      console.log(
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      );
    const [before, after] = [this.#loadBefore, loadavg()[0] ?? 0].map((load) => load.toFixed(1));
    console.log(`load of the machine: ${before} before, ${after} after`);
    return rows.every((row) => row[4] !== 'MISSED');
  }

  #row(name: Name, { title, goal, unit, by }: Figure): string[] {
    const values = this.#values.get(name) ?? [];
    const remark = this.#remarks.get(name) ?? '';
    const goalWords = `goal <= ${goal} ${unit}`.trim();
    if (values.length === 0) return [title, goalWords, '', '', `skipped: ${remark}`];
    const shown = shares(values);
    const text = (value: number) => `${value.toFixed(unit === 's' ? 2 : 1)}`;
    const found =
      by === 'most'
        ? [`most ${text(shown.most)}`, `of ${values.length}`]
        : [`median ${text(shown.median)}`, `p95 ${text(shown.p95)} of ${values.length}`];
    const holds = shown[by] <= goal;
    return [title, goalWords, ...found, isSmall ? 'seen' : holds ? 'holds' : 'MISSED', remark];
  }
}

function shares(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95), most: at(1) };
}
