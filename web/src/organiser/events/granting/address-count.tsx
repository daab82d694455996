import { locales } from '../../../ui/locales.ts';
import { countOf } from '../../ui/table/list.ts';
import { type AddressList, recipientLimit } from './recipients.ts';
import classes from './who-field.module.css';

const noun = ['address', 'addresses'] as const;
const shownFaults = 5;

/** What was found in a list, and what was left out. */
export function AddressCount({ list }: { list: AddressList }) {
  const { addresses, duplicates, faulty } = list;
  const rest = faulty.length - shownFaults;
  return (
    <div className={classes.count} role="status">
      <p>
        <strong className="tabular">{countOf(addresses.length, noun)}</strong>
        {duplicates > 0 ? `, ${countOf(duplicates, ['duplicate', 'duplicates'])} left out` : null}
      </p>
      {addresses.length > recipientLimit ? (
        <p className={classes.fault}>
          {`At most ${countOf(recipientLimit, noun)} at once. Divide the list.`}
        </p>
      ) : null}
      {faulty.length > 0 ? (
        <p className={classes.fault}>
          {`Not an address: ${faulty.slice(0, shownFaults).join(', ')}${rest > 0 ? ` and ${rest.toLocaleString(locales)} more` : ''}. `}
          {faulty.length === 1 ? 'It is left out.' : 'They are left out.'}
        </p>
      ) : null}
    </div>
  );
}
