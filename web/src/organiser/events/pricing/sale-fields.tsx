import classes from './price-field.module.css';
import { PriceField } from './price-field.tsx';
import { SaleTimeField } from './sale-time-field.tsx';

interface FieldProps {
  id: string;
  label: string;
  error?: React.ReactNode;
}

interface Values {
  stripePriceId: string;
  saleStartDate: string | null;
  saleEndDate: string | null;
}

interface Props {
  values: Values;
  /** Id, label and error of a field. */
  field: (name: keyof Values) => FieldProps;
  onChange: (change: Partial<Values>) => void;
  zone: string;
  purpose: string;
  owner: { eventId: string; blockId: string | null };
  newName: string;
}

/** The price of an event or a block, and when it is on sale. */
export function SaleFields({ values, field, onChange, zone, purpose, owner, newName }: Props) {
  const of = (name: keyof Values) => {
    const { id, label, error } = field(name);
    return { id, label, error };
  };
  return (
    <>
      <PriceField
        {...of('stripePriceId')}
        value={values.stripePriceId}
        onChange={(stripePriceId) => onChange({ stripePriceId })}
        purpose={purpose}
        owner={owner}
        newName={newName}
      />
      <div className={classes.pair}>
        <SaleTimeField
          {...of('saleStartDate')}
          value={values.saleStartDate}
          onChange={(saleStartDate) => onChange({ saleStartDate })}
          zone={zone}
          without="Otherwise it is on sale as soon as viewers can open the event."
        />
        <SaleTimeField
          {...of('saleEndDate')}
          value={values.saleEndDate}
          onChange={(saleEndDate) => onChange({ saleEndDate })}
          zone={zone}
          without="Otherwise the sale does not end, also not after the event."
        />
      </div>
    </>
  );
}
