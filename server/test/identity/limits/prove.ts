import { createHash } from 'node:crypto';

/** Does the work that a refusal asks for. @param isDone to find one that does too little. */
export function prove(
  { challenge, bits }: { challenge: string; bits: number },
  isDone = (zeroBits: number) => zeroBits >= bits,
): string {
  for (let tried = 0; ; tried++) {
    const proof = `${challenge}.${tried.toString(36)}`;
    if (isDone(Math.clz32(createHash('sha256').update(proof).digest().readUInt32BE()))) return proof;
  }
}
