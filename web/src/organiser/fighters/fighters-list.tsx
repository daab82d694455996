import { adminPaths } from '../../admin-paths.ts';
import { FighterFace } from '../../ui/pictures/fighter-face.tsx';
import { countryName, countryOptions } from '../ui/fields/countries.ts';
import { choice, text } from '../ui/table/filters/filter-controls.ts';
import { listOf } from '../ui/table/list.ts';
import { RowLink } from '../ui/table/row-link.tsx';
import { FightRecord } from './fight-record.tsx';
import classes from './fighter-page.module.css';

const countries = Object.fromEntries(countryOptions().map(({ value, label }) => [value, label]));

/** The table of fighters. @param mayChange the page of a fighter is there to change them. */
export function fightersListFor(mayChange: boolean) {
  return listOf<'listFighters'>({
    operation: 'listFighters',
    noun: ['fighter', 'fighters'],
    rowId: ({ id }) => id,
    search: 'Name, nickname or gym',
    firstOrder: 'name',
    columns: [
      {
        key: 'name',
        title: 'Fighter',
        order: 'name',
        cell: ({ id, name, pictureId }) => (
          <span className={classes.listed}>
            <FighterFace fighter={{ pictureId }} />
            {mayChange ? <RowLink to={adminPaths.fighter.href(id)}>{name}</RowLink> : name}
          </span>
        ),
      },
      {
        key: 'countryCode',
        title: 'Country',
        order: 'countryCode',
        cell: ({ countryCode }) => (countryCode ? countryName(countryCode) : 'Not known'),
      },
      { key: 'gym', title: 'Gym', order: 'gym', cell: ({ gym }) => gym ?? 'Not known' },
      {
        key: 'record',
        title: 'Record',
        cell: ({ record }) => (record ? <FightRecord record={record} /> : 'Not known'),
      },
      {
        key: 'nickname',
        title: 'Nickname',
        isOptional: true,
        cell: ({ nickname }) => nickname ?? 'None',
      },
      {
        key: 'birthDate',
        title: 'Born',
        isOptional: true,
        cell: ({ birthDate }) => birthDate ?? 'Not known',
      },
      {
        key: 'bouts',
        title: 'Bouts here',
        align: 'end',
        cell: ({ bouts }) => <span className="tabular">{bouts}</span>,
      },
    ],
    filters: {
      countryCode: choice({ label: 'Country', isFirst: true, options: countries }),
      gym: text({ label: 'Gym' }),
    },
  });
}
