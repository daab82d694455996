/** What a client of the provider sends, and how the provider refuses it: bracketed forms and `{ error: … }`. */

export interface Form {
  [name: string]: string | Form;
}

const lengthLimit = 200_000;
const depthLimit = 5;

export class ProviderError extends Error {
  readonly status: number;
  readonly body: { type: string; code?: string; param?: string; message: string };
  /** The request began before it failed, so that the provider repeats this answer for the same idempotency key. */
  readonly isResult: boolean;

  constructor(status: number, body: ProviderError['body'], isResult = false) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.isResult = isResult;
  }
}

export function invalid(message: string, param?: string, code?: string): ProviderError {
  return new ProviderError(400, {
    type: 'invalid_request_error',
    ...(code && { code }),
    ...(param && { param }),
    message,
  });
}

/** The parameters were good, but the object's state does not allow it. */
export function conflicting(message: string, code?: string): ProviderError {
  return new ProviderError(400, { type: 'invalid_request_error', ...(code && { code }), message }, true);
}

export function missing(kind: string, id: string, param = 'id', status = 400): ProviderError {
  return new ProviderError(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${kind}: '${id}'`,
  });
}

/** `a[b][0]=c` becomes `{ a: { b: { 0: 'c' } } }`. The objects have no prototype, so that no name is special. */
export function parseForm(text: string): Form {
  if (text.length > lengthLimit) throw invalid('Request body too large');
  const form = emptyForm();
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split('[').map((key) => key.replace(/\]$/, ''));
    if (keys.length > depthLimit) throw invalid('Too many levels of parameters', name);
    const last = keys.pop() ?? '';
    let place = form;
    for (const key of keys) {
      place[key] ??= emptyForm();
      const inner = place[key];
      if (typeof inner === 'string') throw invalid(`Invalid object: ${name}`, name);
      place = inner;
    }
    place[last || String(Object.keys(place).length)] = value;
  }
  return form;
}

function emptyForm(): Form {
  return Object.create(null);
}

/** Reads a form strictly: an unknown name is an error, as at the provider. */
export class Params {
  readonly form: Form;
  private readonly path: string;

  constructor(form: Form, path = '') {
    this.form = form;
    this.path = path;
  }

  only(...names: string[]): this {
    const unknown = Object.keys(this.form).find((name) => !names.includes(name));
    if (unknown === undefined) return this;
    throw invalid(`Received unknown parameter: ${this.at(unknown)}`, this.at(unknown), 'parameter_unknown');
  }

  at(name: string): string {
    return this.path ? `${this.path}[${name}]` : name;
  }

  text(name: string, longest = 5_000): string | undefined {
    const value = this.form[name];
    if (value === undefined || value === '') return undefined;
    if (typeof value !== 'string') throw invalid('Invalid string', this.at(name));
    if (value.length > longest)
      throw invalid(`Invalid string: must be at most ${longest} characters`, this.at(name));
    return value;
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined)
      throw invalid(`Missing required param: ${this.at(name)}.`, this.at(name), 'parameter_missing');
    return value;
  }

  integer(name: string, least = Number.MIN_SAFE_INTEGER, most = 99_999_999_999): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!/^-?\d+$/.test(value) || number < least || number > most)
      throw invalid(`Invalid integer: ${value}`, this.at(name), 'parameter_invalid_integer');
    return number;
  }

  flag(name: string): boolean | undefined {
    const value = this.oneOf(name, ['true', 'false']);
    return value === undefined ? undefined : value === 'true';
  }

  oneOf<const T extends string>(name: string, values: readonly T[]): T | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const found = values.find((candidate) => candidate === value);
    if (found === undefined)
      throw invalid(`Invalid ${this.at(name)}: must be one of ${values.join(', ')}`, this.at(name));
    return found;
  }

  url(name: string): string | undefined {
    const value = this.text(name);
    if (value !== undefined && !/^https?:\/\/[^/]/.test(value))
      throw invalid('Not a valid URL', this.at(name), 'url_invalid');
    return value;
  }

  nested(name: string): Params | undefined {
    const value = this.form[name];
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') throw invalid('Invalid object', this.at(name));
    return new Params(value, this.at(name));
  }

  objects(name: string): Params[] {
    const list = this.nested(name);
    return Object.keys(list?.form ?? {}).map((key) => {
      const inner = list?.nested(key);
      if (inner === undefined) throw invalid('Invalid object', `${this.at(name)}[${key}]`);
      return inner;
    });
  }

  texts(name: string): string[] {
    const list = this.nested(name);
    return Object.keys(list?.form ?? {}).map((key) => list?.required(key) ?? '');
  }

  metadata(name = 'metadata'): Record<string, string> {
    const entries = this.nested(name);
    const keys = Object.keys(entries?.form ?? {});
    if (keys.length > 50) throw invalid('Metadata can have up to 50 keys', this.at(name));
    const longKey = keys.find((key) => key.length > 40);
    if (longKey !== undefined)
      throw invalid('Metadata keys can be up to 40 characters long', this.at(longKey));
    return Object.fromEntries(keys.map((key) => [key, entries?.text(key, 500) ?? '']));
  }
}
