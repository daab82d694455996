import { escapeText } from '../escape.ts';

/** HTML in which every text is escaped: only `html` and the files of the build make it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | readonly Html[];

/** A template whose values are escaped; `Html` inside it stands as it is, and undefined is nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(textOf)));
}

function textOf(value: Part): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  return Array.isArray(value) ? value.map(textOf).join('') : escapeText(String(value));
}
