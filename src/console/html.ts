import { html as ghtml } from 'ghtml';

/** Text that is HTML already, made by `html`. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** What a place of a template takes: anything but markup is escaped, nothing and false leave it empty. */
export type Content = Markup | string | number | null | undefined | false | readonly Content[];

/**
 * A template of HTML. Its places are for text and for the values of attributes in double quotes; neither the name of a
 * tag or an attribute nor a script may stand in one.
 */
export function html(literals: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  const [first = '', ...rest] = literals;
  return new Markup(rest.reduce((text, literal, index) => text + textOf(contents[index]) + literal, first));
}

export const NOTHING: Markup = html``;

function textOf(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (content instanceof Markup) return content.text;
  // The escaping is ghtml's; its own way to leave markup as it is, a "!" before the place, is not to be had here.
  return typeof content === 'object' ? content.map(textOf).join('') : ghtml`${content}`;
}
