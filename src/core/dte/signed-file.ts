import type { SelloRecibido } from '../identifiers/official.ts';
/**
 * The signed file, which customers receive (Manual Funcional V2.0, XXIII): the document's own text, byte for byte as it was
 * signed, with `firmaElectronica` and, once stamped, `selloRecibido` as its last members.
 */
export function signedFileText(payload: string, jws: string, selloRecibido: SelloRecibido | null): string {
  const seal = selloRecibido === null ? '' : `,"selloRecibido":${JSON.stringify(selloRecibido)}`;
  return `${payload.slice(0, payload.lastIndexOf('}'))},"firmaElectronica":${JSON.stringify(jws)}${seal}}`;
}
