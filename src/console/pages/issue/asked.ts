import type { FormFields } from '../../../operations/forms/ports.ts';
import type { Fields } from '../../form.ts';
import { placeOf } from './form-body.ts';

/** What a button of the form asks for. */
export type Asked =
  /** Enter in a field: what was typed is looked up, and the cursor goes on. */
  | { readonly kind: 'go_on' }
  /** The button that tells what it comes to: nothing is begun, and what is wrong is told. */
  | { readonly kind: 'calculate' }
  | { readonly kind: 'add_line' }
  | { readonly kind: 'remove_line'; readonly index: number }
  /** A customer, or a product for a line, of an earlier sale. */
  | { readonly kind: 'recall'; readonly field: string; readonly tipoDte: string; readonly item: string }
  /** An entry of a catalog. */
  | { readonly kind: 'choose'; readonly field: string; readonly label: string }
  | { readonly kind: 'issue' }
  | { readonly kind: 'discard' };

/** The names of the buttons, and of what the form carries beside its fields. */
const CONTROLS = new Set([
  'seguir',
  'calcular',
  'añadir',
  'quitar',
  'traer',
  'elegir',
  'emitir',
  'descartar',
  'ver',
]);
const OWN = new Set([...CONTROLS, 'external_ref', 'doc_type']);

/** What was typed, by the names of the fields. */
export function typedIn(form: Fields): FormFields {
  const typed = form.entries.filter(([name]) => !OWN.has(name) && placeOf(name) !== null);
  return Object.fromEntries(typed);
}

export function askedIn(form: Fields): Asked {
  const [name] = form.entries.find(([one]) => CONTROLS.has(one) && one !== 'ver') ?? [];
  switch (name) {
    case 'emitir':
      return { kind: 'issue' };
    case 'descartar':
      return { kind: 'discard' };
    case 'calcular':
      return { kind: 'calculate' };
    case 'añadir':
      return { kind: 'add_line' };
    case 'quitar':
      return { kind: 'remove_line', index: Number(form.one('quitar')) };
    case 'traer':
      return recallIn(form.one('traer'));
    case 'elegir':
      return choiceIn(form.one('elegir'));
    default:
      return { kind: 'go_on' };
  }
}

function recallIn(value: string): Asked {
  const [field = '', tipoDte = '', item = ''] = value.split(' ');
  return { kind: 'recall', field, tipoDte, item };
}

function choiceIn(value: string): Asked {
  const [, field = '', label = ''] = /^(\S+) (.*)$/s.exec(value) ?? [];
  return { kind: 'choose', field, label };
}
