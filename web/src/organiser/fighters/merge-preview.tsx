import { mergedFields } from '@ringside/rules/merged-fields';
import { countOf } from '../ui/table/list.ts';
import classes from './fighter-page.module.css';
import { fighterFieldInWords, fighterLabels, toStored } from './fighter-values.ts';
import type { Fighter } from './fighters.queries.ts';

type Values = ReturnType<typeof toStored>['values'];

/** What a merge will do, before it is done. */
export function MergePreview({ kept, double }: { kept: Fighter; double: Fighter }) {
  const fields = mergedFields.filter((field) => kept[field] === null && double[field] !== null);
  const other = mergedFields.filter(
    (field) =>
      kept[field] !== null &&
      double[field] !== null &&
      JSON.stringify(kept[field]) !== JSON.stringify(double[field]),
  );
  const [stored, lost] = [kept, double].map((value) => toStored({ value, etag: '' }).values) as [
    Values,
    Values,
  ];
  const inWords = (field: (typeof mergedFields)[number], of: Values) => fighterFieldInWords(field, of[field]);
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
        {fields.length === 0 ? <li>{`${kept.name} gets no new fact.`}</li> : null}
        {fields.length > 0 ? (
          <li>
            {`${kept.name} gets what is not known yet:`}
            <ul>
              {fields.map((field) => (
                <li key={field}>{`${fighterLabels[field]}: ${inWords(field, lost)}`}</li>
              ))}
            </ul>
          </li>
        ) : null}
        {other.length > 0 ? (
          <li>
            {`These of ${double.name} are lost, because ${kept.name} has others:`}
            <ul>
              {other.map((field) => (
                <li
                  key={field}
                >{`${fighterLabels[field]}: ${inWords(field, lost)} (${inWords(field, stored)} stays)`}</li>
              ))}
            </ul>
          </li>
        ) : null}
      </ul>
    </section>
  );
}
