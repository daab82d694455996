/**
 * Makes generated/provider-schema.json from the types of the provider's SDK: `node make-provider-schema.ts`, after each
 * change of the SDK's version. It cuts out the objects that we touch. An object beside them becomes `{ id }`, and an
 * enumeration loses `OtherString`, so that a status that the provider does not have is a fault.
 *
 * The generator needs a TypeScript that has an API, and only this script needs the generator: npx brings both.
 * From the SDK, not from the provider's published description of its API, which has 4.7 MB and lags behind the SDK.
 * The price: a new version of `stripe` needs a run; a test says when it was forgotten.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const generator = 'ts-json-schema-generator@2.9.0';
const sdk = fileURLToPath(new URL('../../../node_modules/stripe/', import.meta.url));
const target = fileURLToPath(new URL('generated/provider-schema.json', import.meta.url));

/** File of the SDK, and the objects in it. */
const files: Record<string, string[]> = {
  'Checkout/Sessions': ['Session'],
  LineItems: ['LineItem'],
  Discounts: ['Discount'],
  Products: ['Product'],
  Prices: ['Price'],
  PaymentIntents: ['PaymentIntent'],
  Charges: ['Charge'],
  Refunds: ['Refund'],
  Disputes: ['Dispute'],
  Coupons: ['Coupon'],
  PromotionCodes: ['PromotionCode'],
  Events: ['EventBase'],
};

/** The one type that the objects take from lib.d.ts. */
const lists = "export interface ApiList<T> { object: 'list'; data: T[]; has_more: boolean; url: string }\n";

const folder = mkdtempSync(path.join(tmpdir(), 'provider-schema-'));
try {
  for (const file of Object.keys(files)) {
    const cut = path.join(folder, `${file}.ts`);
    mkdirSync(path.dirname(cut), { recursive: true });
    writeFileSync(cut, cutOut(readFileSync(path.join(sdk, 'esm/resources', `${file}.d.ts`), 'utf8')));
  }
  writeFileSync(path.join(folder, 'shared.ts'), shared());
  writeFileSync(path.join(folder, 'lib.ts'), lists);
  writeFileSync(path.join(folder, 'objects.ts'), gathered());
  const schema = execFileSync(
    'npx',
    [
      '-y',
      generator,
      '--path',
      path.join(folder, 'objects.ts'),
      '--type',
      'Objects',
      '--jsDoc',
      'none',
      '--no-type-check',
      '--minify',
    ],
    { maxBuffer: 50_000_000, cwd: folder },
  );
  const { version } = JSON.parse(readFileSync(path.join(sdk, 'package.json'), 'utf8'));
  const { definitions } = JSON.parse(schema.toString());
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, `${JSON.stringify({ $comment: `stripe ${version}`, definitions })}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Keeps the imports of what we touch, and declares the rest of the imported types as objects that have an id. */
function cutOut(source: string): string {
  // Events.d.ts goes on with one type per kind of event, which needs every object that there is.
  const [head = ''] = source.split("import { Apps } from './Apps/index.js';");
  const up = source.includes("'../../shared.js'") ? '../' : './';
  return head
    .replace(/^import \{([^}]*)\} from '([^']*)';$/gm, (line, names: string, from: string) => {
      const file = from.replace(/^(\.\.?\/)+/, '').replace(/\.js$/, '');
      if (file === 'shared' || file === 'lib') return `import type {${names}} from '${up}${file}.js';`;
      if (file in files) return line;
      return names
        .split(',')
        .map((name) => `interface ${name.trim()} { id: string }`)
        .join('\n');
    })
    .replace(/ \| OtherString/g, '')
    .replace(/interface (Object|PreviousAttributes) \{\s*\}/g, 'interface $1 { [name: string]: unknown }');
}

/** On the wire a decimal is a text. */
function shared(): string {
  const source = readFileSync(path.join(sdk, 'esm/shared.d.ts'), 'utf8');
  return source.replace(/^export \{ Decimal \}.*$/m, 'export type Decimal = string;');
}

function gathered(): string {
  const imports = Object.entries(files).map(
    ([file, names]) => `import type { ${names.join(', ')} } from './${file}.js';`,
  );
  const names = Object.values(files).flat();
  return `${imports.join('\n')}\nexport interface Objects { ${names.map((name) => `${name}: ${name};`).join(' ')} }\n`;
}
