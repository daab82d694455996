/** `expand`: replaces ids in an answer by the objects that they name. */
import { invalid } from '../request.ts';
import type { State } from '../state.ts';

const depthLimit = 4;

type Value = { [name: string]: unknown };

/** @returns a copy of the answer. */
export function expand(state: State, answer: object, paths: readonly string[]): object {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > depthLimit + (names[0] === 'data' ? 1 : 0))
      throw invalid(`You cannot expand more than ${depthLimit} levels.`, 'expand');
    follow(state, copy, names, path);
  }
  return copy;
}

function follow(state: State, value: unknown, [name, ...rest]: string[], path: string): void {
  if (Array.isArray(value)) {
    for (const item of value) follow(state, item, name === undefined ? [] : [name, ...rest], path);
    return;
  }
  if (name === undefined || value === null) return;
  if (!isObject(value)) throw notExpandable(path);
  if (name === 'line_items' && value.object === 'checkout.session') {
    const { lineItems = [] } = state.sessions.get(String(value.id)) ?? {};
    value.line_items ??= {
      object: 'list',
      data: structuredClone(lineItems),
      has_more: false,
      url: `/v1/checkout/sessions/${value.id}/line_items`,
    };
  }
  if ((name === 'applies_to' || name === 'currency_options') && value.object === 'coupon') {
    const scope = state.couponScopes.get(String(value.id))?.[name];
    if (scope) value[name] = structuredClone(scope);
    return;
  }
  const found = value[name];
  if (found === undefined) throw notExpandable(path);
  if (typeof found === 'string') {
    const object = objectOf(state, name, found);
    if (object === undefined) throw notExpandable(path);
    value[name] = structuredClone(object);
  } else if (rest.length === 0 && found !== null && name !== 'line_items') {
    if (!isObject(found) || !('object' in found)) throw notExpandable(path);
  }
  follow(state, value[name], rest, path);
}

function objectOf(state: State, name: string, id: string): object | undefined {
  if (name === 'coupon') return state.coupons.get(id);
  const maps = {
    pi: state.intents,
    ch: state.charges,
    re: state.refunds,
    du: state.disputes,
    promo: state.promotionCodes,
    prod: state.products,
    price: state.prices,
  };
  return new Map<string, Map<string, object>>(Object.entries(maps)).get(id.split('_')[0] ?? '')?.get(id);
}

function isObject(value: unknown): value is Value {
  return typeof value === 'object' && value !== null;
}

function notExpandable(path: string) {
  return invalid(`This property cannot be expanded (${path}).`, 'expand');
}
