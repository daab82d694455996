import { useQuery } from '@tanstack/react-query';
import { type Person, readPerson } from '../../../api/people.ts';
import { type OwnFieldProps, own } from '../table/filters/filter-controls.ts';
import { PersonPicker } from './person-picker.tsx';

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** A filter by one user, whose id stands in the address. */
export function person(options: { label: string; isFirst?: boolean }) {
  return own({ ...options, Field: PersonField, toCondition: (id) => (isId(id) ? { eq: id } : undefined) });
}

function PersonField({ label, value, onChange }: OwnFieldProps) {
  const { data } = useQuery({
    queryKey: ['person', value],
    queryFn: () => readPerson(value),
    enabled: isId(value),
    meta: { showsProblem: true },
  });
  // A deleted account keeps its lines in the log, but has no name any more.
  const unnamed: Person = { id: value, name: value, email: value };
  return (
    <PersonPicker
      label={label}
      value={isId(value) ? (data ?? unnamed) : null}
      onChange={(picked) => onChange(picked?.id ?? '')}
    />
  );
}
