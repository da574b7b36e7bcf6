import type { PasskeyOptions } from '../operations/users/ports.ts';
import { html, type Markup } from './html.ts';

/** What a form needs to ask for a passkey. */
export interface PasskeyAsking {
  readonly action: string;
  /** To make one, or to use one. */
  readonly way: 'create' | 'get';
  readonly options: PasskeyOptions;
  /** The fields and the button of the form. */
  readonly content: Markup;
}

/**
 * A form that posts what a device answers. The style sheet shows it where scripts run, so that nothing moves when
 * `assets/passkeys.js` comes, which hides it again in a browser that knows no passkeys.
 */
export function passkeyForm({ action, way, options, content }: PasskeyAsking): Markup {
  return html`<form method="post" action="${action}" data-passkey="${way}" data-options="${JSON.stringify(options)}">
<input type="hidden" name="response">${content}<p class="problem" role="alert"></p></form>`;
}

/** What the form posted; null for what is no JSON, which answers nothing. */
export function passkeyResponse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
