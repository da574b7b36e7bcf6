import { html, type Markup } from './html.ts';
import type { ConsoleParts } from './parts.ts';

/** Where the way to the provider of the sign-in begins. */
export const PROVIDER_PATH = '/app/entrar/proveedor';

/** The way to the provider, as a page offers it. */
export interface ProviderLink {
  readonly name: string;
  readonly address: string;
}

/**
 * The way to the provider for whoever wants to go on to an address (`a`), or to accept an invitation (`invitacion`); null
 * where there is no provider. It begins at the console's own address, to which the provider sends back and the cookie belongs.
 */
export function providerLink(
  { users: { provider }, consoleUrl }: Pick<ConsoleParts, 'users' | 'consoleUrl'>,
  query: { readonly a: string } | { readonly invitacion: string },
): ProviderLink | null {
  if (provider === null) return null;
  const search = new URLSearchParams(Object.entries(query));
  return { name: provider.name, address: `${consoleUrl}${PROVIDER_PATH}?${search}` };
}

/** A link and no form: the policy of pages lets no form end at another site, nor be sent on there. */
export function providerButton(
  { name, address }: ProviderLink,
  verb: 'Entrar' | 'Aceptar y entrar' | 'Enlazar',
): Markup {
  return html`<p class="actions"><a class="button secondary" href="${address}">${verb} con <bdi>${name}</bdi></a></p>`;
}
