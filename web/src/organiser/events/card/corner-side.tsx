import { VisuallyHidden } from '@mantine/core';
import { unknownFighter } from '@ringside/rules/bout-words';
import { FightRecord } from '../../fighters/fight-record.tsx';
import { countryName } from '../../ui/fields/countries.ts';
import { cornerWords } from './bout-words.ts';
import type { Bout } from './card.queries.ts';
import classes from './card-page.module.css';

/** A fighter in their corner: name, country, record, weight. */
export function CornerSide({ corner, side }: { corner: 'red' | 'blue'; side: Bout['red'] }) {
  const { fighter, weighIn } = side;
  const known = fighter?.record;
  return (
    <div className={classes.side} data-corner={corner} data-open={!fighter || undefined}>
      <p className={`display ${classes.fighter}`}>
        {fighter?.name ?? unknownFighter}
        <VisuallyHidden>{`, ${cornerWords[corner].toLowerCase()}`}</VisuallyHidden>
      </p>
      {fighter?.countryCode || known || weighIn ? (
        <p className={classes.facts}>
          {fighter?.countryCode ? (
            <span>
              <span aria-hidden title={countryName(fighter.countryCode)}>
                {fighter.countryCode}
              </span>
              <VisuallyHidden>{countryName(fighter.countryCode)}</VisuallyHidden>
            </span>
          ) : null}
          {known ? <FightRecord record={known} /> : null}
          {weighIn ? (
            <span data-missed={weighIn.isMissed || undefined}>
              {`${weighIn.weightKg} kg${weighIn.isMissed ? ', too heavy' : ''}`}
            </span>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
