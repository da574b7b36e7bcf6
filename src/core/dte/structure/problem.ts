/** One thing wrong with the structure of an official document; neither path nor message carries a value. */
export interface StructureProblem {
  /** Where, as the Ministry writes it: `#/resumen/pagos/0/periodo`. */
  readonly path: string;
  /** What is wrong, in English, for our own log. */
  readonly message: string;
}

/** Where a value stands: a key or an index in something else. It is spelled out only when there is a problem. */
export interface Place {
  readonly parent: Place | null;
  readonly step: string | number;
}

/** Where a document begins. */
export const ROOT: Place = { parent: null, step: '#' };

/** The place in the Ministry's notation; keys are escaped as in RFC 6901. */
export function pathOf(place: Place): string {
  const steps: string[] = [];
  for (let at: Place | null = place; at !== null; at = at.parent) {
    steps.push(String(at.step).replaceAll('~', '~0').replaceAll('/', '~1'));
  }
  return steps.reverse().join('/');
}

/** Notes a problem. */
export function report(found: StructureProblem[], at: Place, message: string): void {
  found.push({ path: pathOf(at), message });
}
