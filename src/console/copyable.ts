import { html, type Markup } from './html.ts';

/** A value that people take elsewhere; it can be selected, and where scripts run a button beside it copies it. */
interface Copyable {
  readonly value: string;
  /** What it is, as it follows "Copiar": `el número de control`. */
  readonly what: string;
}

/** A code among other facts. */
export function copyableCode(copyable: Copyable): Markup {
  return html`<span class="copyable"><span class="code">${copyable.value}</span>${buttonOf(copyable)}</span>`;
}

/** A field that nobody types in: an address or a secret, which may be longer than the page is wide. */
export function copyableField({
  id,
  label,
  ...copyable
}: Copyable & { readonly id: string; readonly label: string }): Markup {
  return html`<div class="field"><label for="${id}">${label}</label>
<div class="copyable"><input id="${id}" class="code" readonly autocomplete="off" value="${copyable.value}">${buttonOf(copyable)}</div></div>`;
}

/** `assets/copy.js` copies, writes "Copiado" in the place of the first word, and says it in what follows the button. */
function buttonOf({ value, what }: Copyable): Markup {
  return html`<button type="button" class="copy" data-copy="${value}">Copiar<span class="hidden-words"> ${what}</span></button><span class="hidden-words" role="status"></span>`;
}
