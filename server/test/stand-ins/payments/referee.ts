/** Holds the stand-in's objects against the types of the provider's SDK. How the schema is made: make-provider-schema.ts. */
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

const { definitions } = JSON.parse(
  readFileSync(new URL('generated/provider-schema.json', import.meta.url), 'utf8'),
);
const ajv = new Ajv({ strict: false, allErrors: true }).addSchema({ $id: 'provider', definitions });

/** The value of the field `object`, and the type in the SDK. */
const types: Record<string, string> = {
  'checkout.session': 'Session',
  item: 'LineItem',
  product: 'Product',
  price: 'Price',
  payment_intent: 'PaymentIntent',
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
  coupon: 'Coupon',
  promotion_code: 'PromotionCode',
  event: 'EventBase',
};

const compiled = new Map<string, ValidateFunction>();

/** @returns what is wrong with an answer, a list or an event; every object in it has to have a type that we know. */
export function faultsOf(value: unknown): string[] {
  const { object, ...rest } = value as { object: string; [name: string]: unknown };
  if (object === 'list') {
    const faults = (rest.data as unknown[]).flatMap(faultsOf);
    return typeof rest.has_more === 'boolean' && typeof rest.url === 'string' ? faults : [...faults, 'list'];
  }
  const type = types[object];
  if (type === undefined) return [`unknown object ${object}`];
  const validate = compiled.get(type) ?? ajv.compile({ $ref: `provider#/definitions/${type}` });
  compiled.set(type, validate);
  const faults = validate(value)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${object}${instancePath} ${message} ${JSON.stringify(params)}`,
      );
  if (object !== 'event') return faults;
  return [...faults, ...faultsOf((rest.data as { object: unknown }).object)];
}
