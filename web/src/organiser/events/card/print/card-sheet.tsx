import { nameIn, recordInShort, weightInWords } from '@ringside/rules/bout-words';
import { placeOf } from '@ringside/rules/event-words';
import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { clockRange } from '../../blocks/time-range.tsx';
import { lengthInWords } from '../bout-words.ts';
import type { Bout } from '../card.queries.ts';
import { boutsOf, type Card } from '../card-order.ts';
import classes from './card-sheet.module.css';

interface Props {
  event: { name: string; timezone: string; startDate: string; location: Parameters<typeof placeOf>[0] };
  card: Card;
}

/** A page of so many rows is set smaller, so that it stays one page. */
const roomyRows = 16;

/** The card on paper, A4. It is there while the browser prints, and nothing else is printed then. */
export function CardSheet(props: Props) {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    // The browser takes its picture of the page as soon as the event is over.
    const show = () => flushSync(() => setIsPrinting(true));
    window.addEventListener('beforeprint', show, { signal });
    window.addEventListener('afterprint', () => setIsPrinting(false), { signal });
    return () => listeners.abort();
  }, []);
  return isPrinting ? <Sheet {...props} /> : null;
}

function Sheet({ event, card }: Props) {
  const { name, timezone, startDate, location } = event;
  const all = boutsOf(card);
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: timezone }).format(
    new Date(startDate),
  );
  return createPortal(
    <article className={classes.sheet} data-sheet data-dense={all.length > roomyRows || undefined} lang="en">
      <header className={classes.head}>
        <h1>{name}</h1>
        <p>{[day, placeOf(location)].filter(Boolean).join(', ')}</p>
      </header>
      {card
        .filter(({ bouts }) => bouts.length > 0)
        .map(({ block, bouts }) => (
          <table key={block.id} className={classes.block}>
            <caption>
              <strong>{block.name}</strong> {clockRange({ ...block, zone: timezone })}
            </caption>
            <thead>
              <tr>
                <th scope="col">No.</th>
                <th scope="col">Red corner</th>
                <th scope="col">Blue corner</th>
                <th scope="col">Weight</th>
                <th scope="col">Rounds</th>
              </tr>
            </thead>
            <tbody>
              {bouts.map((bout) => (
                <Row key={bout.id} bout={bout} number={all.indexOf(bout) + 1} />
              ))}
            </tbody>
          </table>
        ))}
    </article>,
    document.body,
  );
}

function Row({ bout, number }: { bout: Bout; number: number }) {
  const isCancelled = bout.status === 'cancelled';
  const notes = [
    bout.title,
    isCancelled ? ['Cancelled', bout.statusReason].filter(Boolean).join(': ') : null,
    ...(isCancelled ? [] : bout.replacements.map((gone) => `In place of ${gone.name}`)),
  ].filter(Boolean);
  return (
    <tr data-cancelled={isCancelled || undefined}>
      <td>{number}</td>
      <Corner bout={bout} corner="red" />
      <Corner bout={bout} corner="blue" />
      <td>{weightInWords(bout)}</td>
      <td>
        {lengthInWords(bout)}
        {notes.length > 0 ? <small>{notes.join('. ')}</small> : null}
      </td>
    </tr>
  );
}

function Corner({ bout, corner }: { bout: Bout; corner: 'red' | 'blue' }) {
  const { fighter, weighIn } = bout[corner];
  const facts = [
    fighter?.countryCode,
    fighter?.gym,
    fighter?.record ? recordInShort(fighter.record) : null,
    weighIn ? `${weighIn.weightKg} kg` : null,
  ].filter(Boolean);
  return (
    <td>
      <span className={classes.name}>{nameIn(bout, corner)}</span>
      {facts.length > 0 ? <small>{facts.join(', ')}</small> : null}
    </td>
  );
}
