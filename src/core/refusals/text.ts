import { madeOf } from '../records/by-name.ts';

/** The HTTP status of a refusal and its sentence, which may have `{name}` places. */
export interface RefusalText {
  readonly status: number;
  readonly text: string;
}

/** Sentences by their code with the status that all of them have. */
export function withStatus<Code extends string>(
  status: number,
  texts: Readonly<Record<Code, string>>,
): Readonly<Record<Code, RefusalText>> {
  return madeOf(texts, (text) => ({ status, text }));
}

/** The sentence with its places filled; a place that nothing was given for stays empty. */
export function filledText(text: string, places: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => places[name] ?? '').trim();
}
