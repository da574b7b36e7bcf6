// A provider of OpenID Connect that nobody here wrote, for the tests to sign in at: `node provider-program.ts OPTIONS`, as
// JSON. Whoever types a name into its page is that account, without a password that is looked at. It prints its address as
// the first line, and takes what it says of an account, or how slow it is, as lines of JSON, each of which it answers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProviderOptions, ProviderOrder } from './provider-process.ts';

/** What is used here of the package, which has no types of its own. */
interface Provider {
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  readonly Grant: new (of: {
    readonly clientId: string;
    readonly accountId: string;
  }) => { addOIDCScope(scope: string): void; save(): Promise<string> };
}

/** A request at the provider while it is answered. */
interface ProviderContext {
  readonly oidc: {
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
  };
}

const oidc: { readonly Provider: new (issuer: string, configuration: object) => Provider } = createRequire(
  import.meta.url,
)('oidc-provider');

const SCOPE = 'openid email profile';
const accounts = new Map<string, Readonly<Record<string, unknown>>>();
let delayMs = 0;

function providerAt(issuer: string, options: ProviderOptions): Provider {
  const provider: Provider = new oidc.Provider(issuer, {
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [options.returnUrl],
        token_endpoint_auth_method: options.method ?? 'client_secret_basic',
      },
    ],
    clientAuthMethods: [options.method ?? 'client_secret_basic'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: options.saysAllInToken !== true,
    pkce: { required: () => true },
    cookies: { keys: ['only for tests'] },
    findAccount: (_context: ProviderContext, accountId: string) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...accounts.get(accountId) }),
    }),
    // Nobody is asked whether this application may know the address.
    async loadExistingGrant({ oidc: { client, session } }: ProviderContext) {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(SCOPE);
      await grant.save();
      return grant;
    },
  });
  return provider;
}

const options: ProviderOptions = JSON.parse(process.argv[2] ?? '{}');
const server = createServer();
server.listen(options.port ?? 0, '127.0.0.1', () => {
  const { port }: AddressInfo = Object(server.address());
  const issuer = `http://127.0.0.1:${port}`;
  const answer = providerAt(issuer, options).callback();
  server.on('request', async (request, response) => {
    await pause(delayMs);
    answer(request, response);
  });
  process.stdout.write(`${issuer}\n`);
});

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const order: ProviderOrder = JSON.parse(line);
    if ('delayMs' in order) delayMs = order.delayMs;
    else accounts.set(order.subject, order.claims);
    process.stdout.write('done\n');
  })
  .on('close', () => process.exit());
