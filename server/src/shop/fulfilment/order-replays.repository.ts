/**
 * The replays that were given for an order as compensations. They are open while the order is: the item keeps the dates of
 * one that is not, so that an organiser's change, or revocation, of the access lasts. Parts of the statements of its accesses.
 */
import { sql } from 'kysely';

export const withheldReplays = (orderId: string) => sql`
  ended_replays as (
    delete from accesses using compensation_items item
    where item.order_id = ${orderId} and accesses.compensation_item_id = item.id
    returning item.id, accesses.start_date, accesses.end_date
  ),
  withheld_replays as (
    update compensation_items set withheld_start_date = ended_replays.start_date, withheld_end_date = ended_replays.end_date
    from ended_replays where compensation_items.id = ended_replays.id
  )`;

export const openedReplays = (orderId: string) => sql`
  due_replays as (
    select item.id, item.user_id, item.withheld_start_date, item.withheld_end_date, compensations.event_id,
      case compensations.terms ->> 'scope' when 'block' then compensations.block_id end as block_id
    from compensation_items item join compensations on compensations.id = item.compensation_id
    where item.order_id = ${orderId} and item.withheld_start_date is not null
  ),
  opened_replays as (
    insert into accesses (event_id, block_id, user_id, start_date, end_date, compensation_item_id)
    select event_id, block_id, user_id, withheld_start_date, withheld_end_date, due_replays.id from due_replays
    where exists (select 1 from users where id = due_replays.user_id for key share)
      and exists (select 1 from events where id = due_replays.event_id for key share)
      and (block_id is null or exists (select 1 from blocks where id = due_replays.block_id for key share))
    -- An organiser has granted exactly the same meanwhile.
    on conflict do nothing
  ),
  given_replays as (
    update compensation_items set withheld_start_date = null, withheld_end_date = null
    from due_replays where compensation_items.id = due_replays.id
  )`;
