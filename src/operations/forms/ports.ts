import type { TipoDte } from '../../core/dte/kinds.ts';
import type { ExternalRef } from '../../core/identifiers/external-ref.ts';

/** Fields of a form by their names, as they were typed. */
export type FormFields = Readonly<Record<string, string>>;

/** A form that somebody is filling in. */
export interface BegunForm {
  /** Under which what it says is issued, once. */
  readonly externalRef: ExternalRef;
  readonly tipoDte: TipoDte;
  readonly fields: FormFields;
  /** Milliseconds since the epoch. */
  readonly updatedMs: number;
}

/** Whose forms they are. */
export interface FormOwner {
  readonly companyId: string;
  readonly userId: string;
}

/** Keeps forms until what they say is issued; of a user the last ones only. */
export interface FormStore {
  keep(owner: FormOwner, form: Omit<BegunForm, 'updatedMs'>): Promise<void>;
  find(owner: FormOwner, externalRef: ExternalRef): Promise<BegunForm | null>;
  /** The last ones first. */
  list(owner: FormOwner): Promise<readonly BegunForm[]>;
  forget(owner: FormOwner, externalRef: ExternalRef): Promise<void>;
}
