/** What waits for a verdict. */
export type Waiting = 'document' | 'invalidation';

const WHY_NONE = 'Hacienda no respondió';
const REFUSED = 'Hacienda no aceptó el usuario o la contraseña de la empresa';

const WAITS: Readonly<Record<Waiting, string>> = {
  document: 'el documento conserva su número y se volverá a enviar.',
  invalidation: 'la invalidación se volverá a enviar.',
};

/** What the caller reads while there is no verdict; the technical reason goes to the audit. */
export function silenceText(waiting: Waiting, signInRefused: boolean): string {
  return `${signInRefused ? REFUSED : WHY_NONE}; ${WAITS[waiting]}`;
}
