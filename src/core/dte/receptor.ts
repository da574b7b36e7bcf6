import type { PostalAddress } from '../company/company.ts';

/** The recipient of a document with the Ministry's own names; absent data are null. */
export interface ReceptorParty {
  /** CAT-022. */
  readonly tipoDocumento: string | null;
  /** In the form the generation wants. */
  readonly numDocumento: string | null;
  readonly nrc: string | null;
  readonly nombre: string | null;
  /** CAT-019. */
  readonly codActividad: string | null;
  readonly descActividad: string | null;
  readonly direccion: PostalAddress | null;
  readonly telefono: string | null;
  readonly correo: string | null;
}
