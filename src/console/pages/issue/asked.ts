import type { TipoDte } from '../../../core/dte/kinds.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import type { Fields } from '../../form.ts';
import { fieldsOfDocument } from './form-body.ts';

/** A customer, or a product for a line, of an earlier sale. */
export interface Recall {
  readonly field: string;
  readonly tipoDte: string;
  readonly item: string;
}

/** What a button of the form asks for. */
export type Asked =
  /** Enter in a field: what was typed is looked up, and the cursor goes on. */
  | { readonly kind: 'go_on' }
  /** The button that tells what it comes to: nothing is begun, and what is wrong is told. */
  | { readonly kind: 'calculate' }
  | { readonly kind: 'add_line' }
  | { readonly kind: 'remove_line'; readonly index: number }
  | (Recall & { readonly kind: 'recall' })
  /** An entry of a catalog. */
  | { readonly kind: 'choose'; readonly field: string; readonly label: string }
  | { readonly kind: 'issue' }
  | { readonly kind: 'discard' };

/** What each button asks for, by its name, with its value. */
const ASKED: Readonly<Record<string, (value: string) => Asked>> = {
  emitir: () => ({ kind: 'issue' }),
  descartar: () => ({ kind: 'discard' }),
  calcular: () => ({ kind: 'calculate' }),
  añadir: () => ({ kind: 'add_line' }),
  seguir: () => ({ kind: 'go_on' }),
  quitar: (value) => ({ kind: 'remove_line', index: Number(value) }),
  traer(value) {
    const [field = '', tipoDte = '', item = ''] = value.split(' ');
    return { kind: 'recall', field, tipoDte, item };
  },
  elegir(value) {
    const [, field = '', label = ''] = /^(\S+) (.*)$/s.exec(value) ?? [];
    return { kind: 'choose', field, label };
  },
};

/** What the form carries beside its fields. */
const OWN = new Set(['external_ref', 'doc_type']);

/** What was typed of a document of this type, by the names of the fields. */
export function typedIn(form: Fields, tipoDte: TipoDte): FormFields {
  return fieldsOfDocument(
    tipoDte,
    form.entries.filter(([name]) => !OWN.has(name)),
  );
}

/** What the button asks for that a form was posted with; one that was posted without goes on. */
export function askedIn(form: Fields): Asked {
  const [name = ''] = form.entries.find(([one]) => Object.hasOwn(ASKED, one)) ?? [];
  return ASKED[name]?.(form.one(name)) ?? { kind: 'go_on' };
}
