import { type Corner, nameIn, recordInShort, roundsInWords, weightInWords } from '@ringside/rules/bout-words';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { FighterFace } from '../../ui/pictures/fighter-face.tsx';
import { changeInWords, countryName } from './bout-words.ts';
import type { Bout, BoutFighter, EventOfBouts } from './bouts.queries.ts';
import { BoutResult } from './results/bout-result.tsx';
import { ShareBout } from './share-bout.tsx';
import classes from './tale-of-the-tape.module.css';
import { ageOn, inCm, rulesInWords, stanceWords } from './tape-words.ts';

interface Line {
  label: string;
  red: string | null;
  blue: string | null;
}

/** Two fighters side by side, with what differs in bold, and how it ended, for who asks. */
export function TaleOfTheTape({ bout, event }: { bout: Bout; event: EventOfBouts }) {
  const lines = linesOf(bout, event.startDate).filter(({ red, blue }) => red !== null || blue !== null);
  const terms = [weightInWords(bout), roundsInWords(bout), rulesInWords(bout)];
  const change = changeInWords(bout);
  return (
    <div className={classes.tale}>
      {bout.title ? <p className={classes.title}>{bout.title}</p> : null}
      <p className={classes.terms}>{terms.filter(Boolean).join(' · ')}</p>
      {change ? <p className={classes.change}>{change}</p> : null}
      <table className={classes.table}>
        <thead>
          <tr>
            <Head bout={bout} corner="red" />
            <td />
            <Head bout={bout} corner="blue" />
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, red, blue }) => (
            <tr key={label} data-differs={red !== blue || undefined}>
              <td className={`tabular ${classes.value}`}>{red ?? '–'}</td>
              <th scope="row" className={classes.label}>
                {label}
              </th>
              <td className={`tabular ${classes.value}`}>{blue ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <BoutResult bout={bout} event={event} />
      <div className={classes.actions}>
        <ShareBout bout={bout} event={event} />
      </div>
    </div>
  );
}

function Head({ bout, corner }: { bout: Bout; corner: Corner }) {
  const { fighter } = bout[corner];
  return (
    <th scope="col" className={classes.head}>
      <FighterFace fighter={fighter} corner={corner} isLarge />
      {fighter ? (
        <Link to={paths.fighter.href(fighter.slug)} className={`display ${classes.name} ${classes.link}`}>
          {fighter.name}
        </Link>
      ) : (
        <span className={`display ${classes.name}`}>{nameIn(bout, corner)}</span>
      )}
      {fighter?.nickname ? <span className={classes.nickname}>“{fighter.nickname}”</span> : null}
    </th>
  );
}

function linesOf(bout: Bout, startDate: string): Line[] {
  const line = (label: string, tell: (fighter: BoutFighter) => string | null): Line => {
    const [red, blue] = (['red', 'blue'] as const).map((corner) => {
      const { fighter } = bout[corner];
      return fighter && tell(fighter);
    });
    return { label, red: red ?? null, blue: blue ?? null };
  };
  const scales = (corner: Corner) => {
    const { weighIn } = bout[corner];
    if (weighIn === null) return null;
    const missed = weighIn.isMissed ? (weighIn.consequence ?? 'missed') : null;
    return [`${weighIn.weightKg} kg`, missed && `(${missed})`].filter(Boolean).join(' ');
  };
  return [
    line('Record', ({ record }) => record && recordInShort(record)),
    line('Knockouts', ({ record }) => record && String(record.knockouts)),
    line('Age', ({ birthDate }) => birthDate && String(ageOn(birthDate, startDate))),
    line('Height', ({ heightCm }) => inCm(heightCm)),
    line('Reach', ({ reachCm }) => inCm(reachCm)),
    { label: 'Weigh-in', red: scales('red'), blue: scales('blue') },
    line('Stance', ({ stance }) => stance && stanceWords[stance]),
    line('Country', ({ countryCode }) => countryCode && countryName(countryCode)),
    line('Gym', ({ gym }) => gym),
  ];
}
