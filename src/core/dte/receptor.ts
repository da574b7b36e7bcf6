import type { PostalAddress } from '../company/company.ts';
import type { Nit } from '../identifiers/nit.ts';
import type { Nrc } from '../identifiers/nrc.ts';

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
