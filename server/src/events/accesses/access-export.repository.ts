import type { Db } from '../../db/database.ts';
import { type Fields, whereFilter } from '../../lists/apply-list-query.ts';
import type { Filter } from '../../lists/list-query.ts';

export interface ExportedAccess {
  id: string;
  email: string;
  eventId: string;
  blockId: string | null;
  startDate: string;
  endDate: string | null;
  /** 'yes' while no account has confirmed the address. */
  waiting: string | null;
  complimentary: string | null;
  note: string | null;
}

export interface ExportTarget {
  eventId?: string | undefined;
  blockId?: string | undefined;
  filter?: Filter | undefined;
  fields: Fields;
}

/** The next accesses after `last`, in order of their start. An index finds them, unlike rows after an offset. */
export function listAccessesToExport(
  db: Db,
  target: ExportTarget,
  { last, limit }: { last: ExportedAccess | undefined; limit: number },
): Promise<ExportedAccess[]> {
  return db
    .selectFrom('accesses')
    .leftJoin('users', 'users.id', 'accesses.userId')
    .select((eb) => [
      'accesses.id',
      // One of the two is always there.
      eb.fn.coalesce('accesses.email', 'users.email').$castTo<string>().as('email'),
      eb.case().when('accesses.email', 'is not', null).then('yes').end().as('waiting'),
      'accesses.eventId',
      'accesses.blockId',
      'accesses.startDate',
      'accesses.endDate',
      eb.case().when('accesses.isComplimentary', '=', true).then('yes').end().as('complimentary'),
      'accesses.note',
    ])
    .where(whereFilter(target.filter, target.fields))
    .$if(target.eventId !== undefined, (query) =>
      query.where('accesses.eventId', '=', String(target.eventId)),
    )
    .$if(target.blockId !== undefined, (query) =>
      query.where('accesses.blockId', '=', String(target.blockId)),
    )
    .$if(last !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('accesses.startDate', 'accesses.id'),
          '>',
          eb.tuple(String(last?.startDate), String(last?.id)),
        ),
      ),
    )
    .orderBy('accesses.startDate')
    .orderBy('accesses.id')
    .limit(limit)
    .execute();
}
