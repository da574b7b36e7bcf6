import type { PostalAddress } from '../company/company.ts';
import type { Nit } from '../identifiers/nit.ts';
import type { Nrc } from '../identifiers/nrc.ts';

/** The recipient of a document with the Ministry's own names; absent data are null. */
export interface ReceptorParty {
  /** CAT-022. */
  readonly tipoDocumento: string | null;
  /** In the form the generation wants. */
  readonly numDocumento: string | null;
  readonly nrc: Nrc | null;
  readonly nombre: string | null;
  /** CAT-019. */
  readonly codActividad: string | null;
  readonly descActividad: string | null;
  readonly direccion: PostalAddress | null;
  readonly telefono: string | null;
  readonly correo: string | null;
}

/** A registered taxpayer, the recipient of types 03 and 05. */
export interface ContribuyenteParty {
  /** Digits only, 14 or 9. */
  readonly nit: Nit;
  readonly nrc: Nrc;
  readonly nombre: string;
  /** CAT-019. */
  readonly codActividad: string;
  readonly descActividad: string;
  readonly nombreComercial: string | null;
  readonly direccion: PostalAddress;
  readonly telefono: string | null;
  readonly correo: string | null;
}

/** A customer abroad, the recipient of type 11. */
export interface ExtranjeroParty {
  readonly nombre: string;
  /** CAT-022. */
  readonly tipoDocumento: string;
  readonly numDocumento: string;
  readonly nombreComercial: string | null;
  /** CAT-020, or the four-digit code of before in v1. */
  readonly codPais: string;
  readonly nombrePais: string;
  readonly complemento: string;
  /** CAT-029: 1 natural person, 2 legal person. */
  readonly tipoPersona: number;
  readonly descActividad: string;
  readonly telefono: string | null;
  readonly correo: string | null;
}

/** Somebody who is not registered for VAT and sells to the issuer, the recipient of type 14. */
export interface SujetoExcluidoParty {
  /** CAT-022. */
  readonly tipoDocumento: string;
  readonly numDocumento: string;
  readonly nombre: string;
  readonly codActividad: string | null;
  readonly descActividad: string | null;
  readonly direccion: PostalAddress;
  readonly telefono: string | null;
  readonly correo: string | null;
}
