import { mergedFields } from '@ringside/rules/merged-fields';
import { countOf } from '../ui/table/list.ts';
import classes from './fighter-page.module.css';
import { fighterFieldInWords, fighterLabels, toStored } from './fighter-values.ts';
import type { Fighter } from './fighters.queries.ts';

/** What a merge will do, before it is done. */
export function MergePreview({ kept, double }: { kept: Fighter; double: Fighter }) {
  const fields = mergedFields.filter((field) => kept[field] === null && double[field] !== null);
  const other = mergedFields.filter(
    (field) =>
      kept[field] !== null &&
      double[field] !== null &&
      JSON.stringify(kept[field]) !== JSON.stringify(double[field]),
  );
  const { values } = toStored({ value: double, etag: '' });
  const inWords = (field: (typeof mergedFields)[number]) =>
    `${fighterLabels[field]}: ${fighterFieldInWords(field, values[field])}`;
  return (
    <section aria-labelledby="merge-preview" className={classes.preview}>
      <h3 id="merge-preview" className={classes.previewTitle}>
        What will happen
      </h3>
      <ul>
        <li>
          {double.bouts === 0
            ? `${double.name} has no bouts. The entry disappears.`
            : `${countOf(double.bouts, ['bout', 'bouts'])} of ${double.name}, with results, become those of ${kept.name}. The entry disappears.`}
        </li>
        <li>{`/fighters/${double.slug} leads to /fighters/${kept.slug} from now on.`}</li>
        <li>
          {fields.length === 0
            ? `${kept.name} gets no new fact.`
            : `${kept.name} gets what is not known yet. ${fields.map(inWords).join('; ')}.`}
        </li>
        {other.length > 0 ? (
          <li>{`These of ${double.name} are lost, because ${kept.name} has others. ${other.map(inWords).join('; ')}.`}</li>
        ) : null}
      </ul>
    </section>
  );
}
