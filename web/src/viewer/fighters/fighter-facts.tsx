import { recordInShort } from '@ringside/rules/bout-words';
import { formatDate } from '../../ui/time/time.ts';
import { useClock } from '../../ui/time/use-now.ts';
import { useReader } from '../../ui/time/use-reader.ts';
import { countryName } from '../bouts/bout-words.ts';
import { ageOn, inCm, stanceWords } from '../bouts/tape-words.ts';
import classes from './fighter-facts.module.css';
import type { Fighter } from './fighters.queries.ts';

/** What is known of a fighter. The record is that before Ringside, and says so. */
export function FighterFacts({ fighter }: { fighter: Fighter }) {
  const { record, countryCode, heightCm, reachCm, stance, gym } = fighter;
  const age = useAge(fighter.birthDate);
  const counted = useDay(record?.countedUntil ?? null);
  const facts = [
    { label: 'Country', value: countryCode && countryName(countryCode) },
    { label: 'Age', value: age },
    { label: 'Height', value: inCm(heightCm) },
    { label: 'Reach', value: inCm(reachCm) },
    { label: 'Stance', value: stance && stanceWords[stance] },
    { label: 'Gym', value: gym },
  ].filter(({ value }) => value);
  return (
    <dl className={classes.facts}>
      {record ? (
        <div className={`${classes.fact} ${classes.record}`}>
          <dt>Record before Ringside</dt>
          <dd>
            <span className={`display tabular ${classes.figure}`}>{recordInShort(record)}</span>
            <span className={classes.note}>
              {[
                `${record.knockouts} ${record.knockouts === 1 ? 'win' : 'wins'} by knockout`,
                counted && `until ${counted}`,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </dd>
        </div>
      ) : null}
      {facts.map(({ label, value }) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function useAge(birthDate: string | null) {
  const age = useClock((now) => (birthDate ? ageOn(birthDate, new Date(now).toISOString()) : -1));
  return age >= 0 ? String(age) : null;
}

/** A day is the same in every zone. */
function useDay(day: string | null) {
  const reader = useReader('UTC');
  return day && formatDate(`${day}T12:00:00Z`, reader ?? 'UTC');
}
