import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Db } from '../db/database.ts';
import { prepare } from '../db/prepare.ts';
import { isVisible } from '../events/visibility.repository.ts';
import { broadcastOf, byIdOrSlug } from './competition.repository.ts';

/** A watch page, and the stream that the viewer chose there. */
interface WatchPage {
  /** The id or the slug of the competition. */
  competition: string;
  /** The slug of the block; undefined: the live page. */
  block?: string | undefined;
  liveStreamId: string | undefined;
  now: Date;
}

/** Whether the stream that the live page of a competition shows at first has a picture. False without such a stream. */
export async function hasLivePicture(db: Db, page: Omit<WatchPage, 'block'>): Promise<boolean> {
  const stream = await findStreamOfPage(db, page);
  return stream !== undefined && stream.broadcast !== 'idle' && stream.broadcast !== 'connecting';
}

/** The stream that a watch page shows at first. Undefined before its block begins, and where nothing is active. */
export async function findStreamOfPage(db: Db, { competition, block, liveStreamId = '', now }: WatchPage) {
  const find = block === undefined ? streamOfLivePage : streamOfBlockPage;
  const { rows } = await find(competition)(db, {
    competition,
    block: block ?? '',
    chosenId: liveStreamId.toLowerCase(),
    now: now.toISOString(),
  });
  return rows[0];
}

type PageArgs = Record<'competition' | 'block' | 'chosenId' | 'now', string>;
type OfPage = (eb: ExpressionBuilder<Database, 'blocks'>, args: PageArgs) => Expression<SqlBool>;

/** The page chooses in the same order: the stream of the viewer, of the organiser, and of the block that began last. */
const streamOfPage = (isOfPage: OfPage) =>
  byIdOrSlug((matches) =>
    prepare(['competition', 'block', 'chosenId', 'now'], (db, args) =>
      db
        .selectFrom('events')
        .innerJoin('blocks', 'blocks.eventId', 'events.id')
        .innerJoin('liveStreams', 'liveStreams.blockId', 'blocks.id')
        .leftJoin('broadcasts', 'broadcasts.eventId', 'events.id')
        .select(['events.id as eventId', 'blocks.id as blockId', 'liveStreams.id as liveStreamId'])
        .select((eb) => broadcastOf(eb).as('broadcast'))
        .where(matches(args.competition))
        .where(isVisible)
        .where('liveStreams.status', '=', 'active')
        .where('blocks.startDate', '<=', args.now)
        .where((eb) => isOfPage(eb, args))
        .orderBy(sql`live_streams.id::text = ${args.chosenId}`, 'desc')
        .orderBy(sql`live_streams.id is not distinct from broadcasts.featured_stream_id`, 'desc')
        .orderBy('blocks.startDate', 'desc')
        .orderBy('blocks.id', 'desc')
        .orderBy('liveStreams.weight')
        .orderBy('liveStreams.id')
        .limit(1),
    ),
  );

const streamOfLivePage = streamOfPage((eb, { now }) => isStillOn(eb, now));
const streamOfBlockPage = streamOfPage((eb, { block }) => eb('blocks.slug', '=', block));

/** A block is over at its end, but its broadcasts know better: fights run late, and end early. */
function isStillOn(eb: ExpressionBuilder<Database, 'blocks'>, now: string): Expression<SqlBool> {
  const someStream = (...broadcasts: string[]) =>
    eb.exists(
      eb
        .selectFrom('liveStreams')
        .select('liveStreams.id')
        .whereRef('liveStreams.blockId', '=', 'blocks.id')
        .where('liveStreams.status', '=', 'active')
        .where((stream) =>
          stream(stream.fn.coalesce(broadcastOf(stream), sql<string>`'none'`), 'in', broadcasts),
        ),
    );
  return eb
    .case()
    .when('blocks.endDate', '<=', now)
    .then(someStream('live', 'interrupted'))
    .else(someStream('none', 'idle', 'connecting', 'live', 'interrupted'))
    .end()
    .$castTo<SqlBool>();
}
