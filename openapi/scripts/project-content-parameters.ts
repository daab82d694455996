interface Parameter {
  content?: Record<string, { schema: unknown }>;
  schema?: unknown;
}

/**
 * A copy of the contract for the type generator, which types a parameter with `content` as a plain
 * string. Here such a parameter says `schema` instead, so that `filter` is an `EventFilter` on both sides.
 */
export function projectContentParameters<Contract>(contract: Contract): Contract {
  const copy = structuredClone(contract);
  for (const parameter of parametersIn(copy)) {
    const [content] = Object.values(parameter.content ?? {});
    if (content === undefined) continue;
    parameter.schema = content.schema;
    delete parameter.content;
  }
  return copy;
}

function* parametersIn(node: unknown): Generator<Parameter> {
  if (typeof node !== 'object' || node === null) return;
  if ('in' in node && 'content' in node) yield node as Parameter;
  for (const child of Object.values(node)) yield* parametersIn(child);
}
