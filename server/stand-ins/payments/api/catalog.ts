/** Products and prices. */

import type { Provider } from '../provider.ts';
import { conflicting, invalid, missing, type Params } from '../request.ts';
import { newId } from '../state.ts';
import type { Price, Product } from '../wire.ts';
import { makePrice, makeProduct } from './catalog-objects.ts';

/** What a demo or a test starts with. */
export interface CatalogEntry {
  priceId: string;
  name: string;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
}

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

export function fillCatalog(provider: Provider, entries: readonly CatalogEntry[]): void {
  const { state } = provider;
  const created = provider.seconds();
  for (const { priceId, name, amount, currency } of entries) {
    if (state.prices.has(priceId)) continue;
    const productId = priceId.replace(/^price_/, 'prod_');
    state.products.set(productId, makeProduct({ id: productId, created, name, default_price: priceId }));
    state.prices.set(
      priceId,
      makePrice({ id: priceId, created, currency, product: productId, unit_amount: amount }),
    );
  }
}

export function findPrice({ state }: Provider, id: string, param = 'id', status = 400): Price {
  const price = state.prices.get(id);
  if (price === undefined) throw missing('price', id, param, status);
  return price;
}

export function createProduct(provider: Provider, params: Params): Product {
  params.only(
    'name',
    'active',
    'description',
    'id',
    'images',
    'metadata',
    'tax_code',
    'url',
    'default_price_data',
  );
  const id = params.text('id') ?? newId('prod');
  if (provider.state.products.has(id)) throw alreadyExists('Product', id);
  const product = makeProduct({
    id,
    created: provider.seconds(),
    name: params.required('name'),
    active: params.flag('active') ?? true,
    description: params.text('description') ?? null,
    images: params.texts('images'),
    tax_code: params.text('tax_code') ?? null,
    url: params.url('url') ?? null,
    metadata: params.metadata(),
  });
  const defaultPrice = params.nested('default_price_data');
  provider.state.products.set(id, product);
  try {
    if (defaultPrice) product.default_price = addPrice(provider, defaultPrice, product).id;
  } catch (error) {
    provider.state.products.delete(id);
    throw error;
  }
  provider.emit('product.created', product);
  return product;
}

export function updateProduct(provider: Provider, product: Product, params: Params): Product {
  params.only('name', 'active', 'description', 'metadata', 'images', 'default_price');
  const before = structuredClone(product);
  const defaultPrice = params.text('default_price');
  if (defaultPrice !== undefined) findPrice(provider, defaultPrice, 'default_price');
  product.name = params.text('name') ?? product.name;
  product.active = params.flag('active') ?? product.active;
  product.description = params.text('description') ?? product.description;
  product.default_price = defaultPrice ?? product.default_price;
  product.metadata = mergedMetadata(product.metadata, params);
  if (params.nested('images')) product.images = params.texts('images');
  product.updated = provider.seconds();
  provider.emit('product.updated', product, before);
  return product;
}

export function createPrice(provider: Provider, params: Params): Price {
  const given = params.text('product');
  const data = params.nested('product_data')?.only('name', 'active', 'id', 'metadata', 'tax_code');
  if ((given === undefined) === (data === undefined))
    throw invalid('You must specify either `product` or `product_data`.', 'product', 'parameter_missing');
  const product = given === undefined ? undefined : provider.state.products.get(given);
  if (given !== undefined && product === undefined) throw missing('product', given, 'product');
  // Read before a product is made, so that a refused price leaves none behind.
  const values = priceValues(params, 'product', 'product_data');
  return storePrice(provider, values, product ?? createProduct(provider, data as Params));
}

function addPrice(provider: Provider, params: Params, product: Product): Price {
  return storePrice(provider, priceValues(params), product);
}

function storePrice(provider: Provider, values: ReturnType<typeof priceValues>, product: Product): Price {
  const price = makePrice({
    ...values,
    id: newId('price'),
    created: provider.seconds(),
    product: product.id,
  });
  provider.state.prices.set(price.id, price);
  provider.emit('price.created', price);
  return price;
}

function priceValues(params: Params, ...more: string[]) {
  params.only(
    'currency',
    'active',
    'unit_amount',
    'nickname',
    'metadata',
    'tax_behavior',
    'lookup_key',
    'recurring',
    ...more,
  );
  const currency = params.required('currency').toLowerCase();
  if (!currencies.has(currency)) throw invalid(`Invalid currency: ${currency}.`, params.at('currency'));
  params.required('unit_amount');
  const recurring = params.nested('recurring')?.only('interval', 'interval_count');
  return {
    currency,
    unit_amount: params.integer('unit_amount', 0, 99_999_999) ?? 0,
    active: params.flag('active') ?? true,
    nickname: params.text('nickname') ?? null,
    lookup_key: params.text('lookup_key', 200) ?? null,
    tax_behavior: params.oneOf('tax_behavior', ['exclusive', 'inclusive', 'unspecified']) ?? 'unspecified',
    metadata: params.metadata(),
    ...(recurring && recurringValues(recurring)),
  };
}

function recurringValues(recurring: Params): Pick<Price, 'type' | 'recurring'> {
  const interval = recurring.oneOf('interval', ['day', 'week', 'month', 'year']) ?? 'month';
  return {
    type: 'recurring',
    recurring: {
      interval,
      interval_count: recurring.integer('interval_count', 1) ?? 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
  };
}

/** An amount never changes: a new amount is a new price. */
export function updatePrice(provider: Provider, price: Price, params: Params): Price {
  params.only('active', 'nickname', 'metadata', 'tax_behavior', 'lookup_key');
  const before = structuredClone(price);
  price.active = params.flag('active') ?? price.active;
  price.nickname = params.text('nickname') ?? price.nickname;
  price.lookup_key = params.text('lookup_key', 200) ?? price.lookup_key;
  price.metadata = mergedMetadata(price.metadata, params);
  provider.emit('price.updated', price, before);
  return price;
}

export function alreadyExists(kind: string, id: string) {
  return conflicting(`${kind} already exists: ${id}.`, 'resource_already_exists');
}

/** An empty value removes its key. */
export function mergedMetadata(
  metadata: Record<string, string> | null,
  params: Params,
): Record<string, string> {
  const all = { ...metadata, ...params.metadata() };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}
