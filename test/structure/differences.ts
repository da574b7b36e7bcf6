import type { StructureProblem } from '../../src/core/dte/structure/words.ts';
import type { DocumentKind } from './document-kinds.ts';
import { type Path, valueAt } from './json-tree.ts';

/** What both sides say of one document. */
export interface Verdicts {
  readonly kind: DocumentKind;
  readonly document: unknown;
  /** Whether the official schema accepts it. */
  readonly official: boolean;
  /** Ours; empty where our description accepts it. */
  readonly problems: readonly StructureProblem[];
}

/** A place where our description means to judge otherwise than the official file. */
export interface Difference {
  readonly name: string;
  readonly where: string;
  readonly official: string;
  readonly ours: string;
  readonly reason: string;
  /** Values in a document of one kind that show it. */
  readonly example: { readonly schema: string; readonly values: Readonly<Record<string, unknown>> };
  /** Whether this is why the two disagree. */
  explains(verdicts: Verdicts): boolean;
}

/** Every difference there is; a disagreement that none of them explains fails the tests. */
export const DIFFERENCES: readonly Difference[] = [
  {
    name: 'What an e-mail address is',
    where: '`correo` of issuer and recipient, v1',
    official: '`format: email`; JSON Schema leaves its grammar to the validator, and validators differ',
    ours: '`src/core/identifiers/email.ts`, which admits less',
    reason:
      'One rule for addresses in the whole product. It refuses what no mail server delivers: fewer than 6 ' +
      'characters, a local part of more than 64, a label of more than 63, a top-level domain that is one letter or ' +
      'begins with a digit. The official files of v2 have no format at all.',
    example: { schema: 'fe-ccf-v3', values: { '#/receptor/correo': 'ventas@ejemplo.c' } },
    explains: ({ kind, official, problems }) =>
      kind.generation === 'v1' && official && problems.every(isAboutAddress),
  },
  {
    name: 'Numbers that no double holds',
    where: 'every number',
    official:
      'JSON admits `1e400`; the validator reads it as infinite and, without its strict mode, lets it pass',
    ours: 'refused',
    reason: 'What is not finite is no amount. Nothing that Sello writes can be read so.',
    example: { schema: 'fe-fex-v1', values: { '#/resumen/pagos/0/periodo': Number.POSITIVE_INFINITY } },
    explains: ({ document, official, problems }) =>
      official && problems.every(({ path }) => isInfinite(valueAt(document, stepsOf(path)))),
  },
];

function isInfinite(value: unknown): boolean {
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;
}

/** The steps of a path in the Ministry's notation; numbers are indexes, for no official key is a number. */
function stepsOf(path: string): Path {
  const steps = path.split('/').slice(1);
  return steps.map((step) => (/^[0-9]+$/.test(step) ? Number(step) : step));
}

function isAboutAddress({ path, message }: StructureProblem): boolean {
  return path.endsWith('/correo') && message === 'must be an e-mail address';
}
