import type { Explanation } from './explain.ts';
import { fieldInWords, fieldsInWords } from './field-names.ts';

/** A name and what is said under it; null where there is nothing to say. */
export type Line<Text extends string | null = string> = readonly [name: string, text: Text];

/** An explanation as a person reads it, in print and in a message: its sentences name fields in words. */
export interface Told {
  readonly said: Line;
  readonly why: Line;
  /** What the caller calls it, in words, and its name in the official document. */
  readonly datum: Line<string | null>;
  /** What the interface calls it, for whoever mends the program that sent it. */
  readonly field: Line<string | null>;
  readonly value: Line<string | null>;
  readonly remedy: Line;
}

export interface ToldRejection {
  readonly reasons: readonly Told[];
  /** How many more reasons there are; null where these are all. */
  readonly more: Line | null;
}

/** The first reasons of a rejection, numbered where there are several. */
export function toldRejection(rejection: readonly Explanation[], most: number): ToldRejection {
  const told = rejection.slice(0, most);
  const others = rejection.length - told.length;
  const count = others === 1 ? '1 motivo' : `${others} motivos`;
  return {
    reasons: told.map((one, at) => reasonOf(one, rejection.length === 1 ? '' : `${at + 1}. `)),
    more: others === 0 ? null : ['Y además', `${count} más, en la consulta del documento.`],
  };
}

function reasonOf({ said, code, official, field, value, why, remedy }: Explanation, number: string): Told {
  const named = [field === null ? null : fieldInWords(field), official].filter((name) => name !== null);
  return {
    said: [`${number}Hacienda dice`, code === '' ? said : `${code}: ${said}`],
    why: ['Por qué', fieldsInWords(why)],
    datum: ['Dato', named.length === 0 ? null : named.join(', en el documento ')],
    field: ['Campo en la interfaz', field],
    value: ['Valor', value],
    remedy: ['Qué hacer', fieldsInWords(remedy)],
  };
}
