/** Lists as the provider pages them: the newest first, with a cursor. */
import { missing, type Params } from '../request.ts';

interface Listed {
  id: string;
  created?: number;
}

export interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

/** To be allowed besides the filters of a list. */
export const pageNames = ['limit', 'starting_after', 'ending_before', 'created'];

export function pageOf<T extends Listed>(items: T[], params: Params, url: string): List<T> {
  const limit = params.integer('limit', 1, 100) ?? 10;
  const [after, before] = [params.text('starting_after'), params.text('ending_before')];
  const chosen = items.filter(createdIn(params));
  const indexOf = (id: string, name: string) => {
    const index = items.findIndex((item) => item.id === id);
    if (index < 0) throw missing('object', id, name);
    return chosen.findIndex((item) => items.indexOf(item) >= index);
  };
  if (before !== undefined) {
    const end = indexOf(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: chosen.slice(start, Math.max(0, end)), has_more: start > 0, url };
  }
  const index = after === undefined ? -1 : indexOf(after, 'starting_after');
  const start = index + 1;
  const data = chosen.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < chosen.length, url };
}

function createdIn(params: Params): (item: Listed) => boolean {
  const { created } = params.form;
  if (created === undefined) return () => true;
  if (typeof created === 'string') {
    const at = params.integer('created');
    return (item) => item.created === at;
  }
  const range = params.nested('created')?.only('gt', 'gte', 'lt', 'lte');
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map((name) => range?.integer(name));
  return ({ created: at = 0 }) =>
    at > (gt ?? -1) && at >= (gte ?? 0) && at < (lt ?? Infinity) && at <= (lte ?? Infinity);
}
