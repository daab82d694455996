/** The rules of the style guide that `redocly.yaml` cannot express as assertions. */
import {
  type Contract,
  type FactDefaults,
  type FactKeys,
  findDefaultFaults,
  findFactFaults,
  type OperationNode,
} from './operation-facts.ts';

interface Context {
  key: string | number;
  location: { child: (path: string[]) => object };
  report: (problem: { message: string; location: object }) => void;
}

/** Operations under `paths`, but not `webhooks`, which are not calls of this server. */
function operationFacts() {
  let keys: FactKeys = {};
  let defaults: FactDefaults = { reading: {}, writing: {} };
  let path = '';
  return {
    Root: (root: Contract, { location, report }: Context) => {
      keys = root['x-ringside-keys'] ?? keys;
      defaults = root['x-ringside-defaults'] ?? defaults;
      for (const message of findDefaultFaults(defaults, keys))
        report({ message, location: location.child(['x-ringside-defaults']) });
    },
    Paths: {
      PathItem: {
        enter: (_item: unknown, { key }: Context) => {
          path = String(key);
        },
        Operation: (operation: OperationNode, { key, location, report }: Context) => {
          const place = { method: String(key).toUpperCase(), path, keys, defaults };
          for (const message of findFactFaults(operation, place))
            report({ message, location: location.child(['operationId']) });
        },
      },
    },
  };
}

// biome-ignore lint/style/noDefaultExport: Redocly finds a plugin by its default export.
export default () => ({ id: 'ringside', rules: { oas3: { 'operation-facts': operationFacts } } });
