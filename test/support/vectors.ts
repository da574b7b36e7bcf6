import { existsSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../../shared/hacienda/vectors/', import.meta.url);

/** Whether the recorded answers of the Ministry's own signer lie beside the repository; tests on them skip without. */
export const hasVectors = existsSync(FOLDER);

/** The password of every recorded certificate but the one of 06140404901111. */
export const VECTOR_PASSWORD = 'Clave#Privada1';

/** The inputs of which payload and signature by the official signer are recorded. */
export const VECTOR_NAMES = ['accents-escapes', 'ccf-3-lines', 'key-order'] as const;

/** An instant at which every recorded certificate is valid: 2027-06-01, noon UTC. */
export const VECTOR_NOW_MS = Date.UTC(2027, 5, 1, 12);

export function vectorBytes(file: string): Buffer {
  return readFileSync(new URL(file, FOLDER));
}

export function vectorText(file: string): string {
  return vectorBytes(file).toString('utf8');
}
