import type { Db } from '../../db/database.ts';

export interface ExportedAccess {
  id: string;
  email: string;
  eventId: string;
  blockId: string | null;
  startDate: string;
  endDate: string | null;
}

export interface ExportTarget {
  eventId: string;
  blockId?: string | undefined;
}

/** The next accesses after `last`, in order of their start. An index finds them, unlike rows after an offset. */
export function listAccessesToExport(
  db: Db,
  target: ExportTarget,
  { last, limit }: { last: ExportedAccess | undefined; limit: number },
): Promise<ExportedAccess[]> {
  return db
    .selectFrom('accesses')
    .innerJoin('users', 'users.id', 'accesses.userId')
    .select([
      'accesses.id',
      'users.email',
      'accesses.eventId',
      'accesses.blockId',
      'accesses.startDate',
      'accesses.endDate',
    ])
    .where('accesses.eventId', '=', target.eventId)
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
