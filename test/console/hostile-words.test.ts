import { beforeAll, describe, expect, it } from 'vitest';
import { issuedId } from '../support/cancelling.ts';
import { BROWSER, sharedBrowser } from '../support/console-browser.ts';
import { invited, linkFor, pageOf, signedIn } from '../support/console-caller.ts';
import { hostileWords, keptTexts, sampleOf, textsOf } from '../support/hostile-words.ts';
import { ownHouse } from '../support/house.ts';
import { textOf } from '../support/http-caller.ts';
import { mailAccount } from '../support/mail-account.ts';
import { type SeenForm, type WatchedWindow, watchWindow } from '../support/page-look.ts';
import { ccfBody, contribuyenteBody, invoiceBody, lineBody } from '../support/request-bodies.ts';
import { sharedUser } from '../support/shared-user.ts';
import { isInThisHalf } from '../support/this-half.ts';

const IS_LONG = process.env['SELLO_LONG'] !== undefined;
/** All of them with SELLO_LONG=1; else one of so many, in two runs. */
const WORDS = IS_LONG
  ? hostileWords()
  : sampleOf(hostileWords(), 109).filter((_, place) => isInThisHalf(place));
const TELEPHONE = { width: 390, height: 844 };
/** Words of one field of a form that is posted; what is asked for stands in an address, which must not be too long. */
const IN_A_FIELD = IS_LONG ? 50 : 10;
const IN_AN_ADDRESS = IS_LONG ? 60 : 20;
const IN_A_LIST = 50;

/** The pages with forms, below the company's address unless they begin with `/app`; and whose they are. */
const FORM_PAGES: readonly (readonly [path: string, role: 'owner' | 'operator' | 'nobody'])[] = [
  ['/emitir/01', 'owner'],
  ['/emitir/03', 'owner'],
  ['/emitir/11', 'owner'],
  ['/emitir/14', 'owner'],
  ['/documentos', 'owner'],
  ['/documentos/:ccf/anular', 'owner'],
  ['/documentos/:ccf/nota', 'owner'],
  ['/empresa/datos', 'owner'],
  ['/empresa/establecimientos', 'owner'],
  ['/empresa/responsables', 'owner'],
  ['/empresa/ventas', 'owner'],
  ['/empresa/hacienda', 'owner'],
  ['/empresa/correo', 'owner'],
  ['/meses/revisar', 'owner'],
  ['/claves', 'owner'],
  ['/usuarios', 'owner'],
  ['/app/cuenta', 'owner'],
  ['/app/operador', 'operator'],
  ['/app/operador/registro', 'operator'],
  ['/app/operador/empresas/nueva', 'operator'],
  ['/app/entrar', 'nobody'],
  ['/app/clave', 'nobody'],
  ['/app/clave/:reset', 'nobody'],
  ['/app/invitacion/:invitation', 'nobody'],
];

/** Pages on which what was typed is a password, or is taken. */
const NEVER_SHOWN = ['/app/cuenta', '/app/clave', '/app/clave/:reset', '/app/invitacion/:invitation'];

describe.skipIf(BROWSER === null)(
  'hostile words, in Chromium',
  { timeout: IS_LONG ? 3_600_000 : 120_000 },
  () => {
    // Nobody listens on port 1: the page that asks for a link has its form, and no message leaves.
    const house = ownHouse({
      trustedProxies: ['127.0.0.1'],
      mail: { account: mailAccount({ port: 1 }) },
    });
    const browser = sharedBrowser(house);
    const owner = sharedUser(house, { role: 'owner' });
    const base = (path: string) => pageOf(house, path);
    let ccf = '';
    let addresses = 0;
    beforeAll(async () => {
      ccf = await issuedId(house.company, ccfBody());
    });

    /** A telephone of somebody's. */
    async function watched(token: string | null): Promise<WatchedWindow> {
      const window = await browser.open({ ...TELEPHONE, ...(token === null ? {} : { token }) });
      return watchWindow(window, house.node.url);
    }

    /** Has a telephone come from a neighbourhood that nobody has counted yet. */
    async function moveOn({ window }: WatchedWindow): Promise<void> {
      addresses += 1;
      await window.context.setExtraHTTPHeaders({
        'x-forwarded-for': `10.${addresses & 255}.${addresses >> 8}.1`,
      });
    }

    async function pathOf(page: string): Promise<string> {
      let token = '';
      if (page.endsWith(':reset'))
        token = await linkFor(house, (await signedIn(house, { role: 'cashier' })).userId, 'reset');
      if (page.endsWith(':invitation'))
        token = await invited(house, { email: 'ana@example.com', role: 'cashier' });
      return (page.startsWith('/app') ? page : base(page))
        .replace(':ccf', ccf)
        .replace(/:(?:invitation|reset)$/, token);
    }

    /** Opens a page and looks at it; it says all of these. */
    async function shows(seen: WatchedWindow, path: string, texts: readonly string[]): Promise<void> {
      await seen.go(path);
      expect([path, await seen.look()]).toEqual([path, []]);
      const all = String(await seen.window.page.evaluate('document.body.textContent')).normalize('NFD');
      expect([path, texts.filter((text) => !all.includes(text.normalize('NFD')))]).toEqual([path, []]);
    }

    /** Each field of a form gets each word; whoever is shown the form again finds in it what was typed. Answers how often. */
    async function fillIn(seen: WatchedWindow, path: string, form: SeenForm): Promise<number> {
      const each = form.method === 'post' ? IN_A_FIELD : Math.max(1, Math.floor(IN_AN_ADDRESS / form.fields));
      const texts = textsOf(WORDS, each);
      let shownAgain = 0;
      for (let turn = 0; turn < texts.length; ) {
        await moveOn(seen);
        if (!(await seen.forms()).some(({ action }) => action === form.action)) await seen.go(path);
        const typed = await seen.send(form.action, [...texts.slice(turn), ...texts.slice(0, turn)]);
        if (typed === null) continue;
        const [wrong, again] = [await seen.look(), await seen.typed()];
        const lost = Object.entries(typed).filter(([name, text]) => {
          const shown = again.filter(([one]) => one === name).map(([, one]) => told(one));
          return shown.length > 0 && !shown.includes(told(text));
        });
        expect([path, form.action, turn, wrong, lost]).toEqual([path, form.action, turn, [], []]);
        if (again.some(([name]) => name in typed)) shownAgain += 1;
        turn += 1;
      }
      return shownAgain;
    }

    it.each(FORM_PAGES)('are text in each field of %s', async (page, role) => {
      const path = await pathOf(page);
      const seen = await watched(role === 'nobody' ? null : (await signedIn(house, { role })).token);
      await seen.go(path);
      const forms = await seen.forms();
      expect(forms).not.toEqual([]);
      let shownAgain = 0;
      for (const form of forms) {
        await seen.go(path);
        shownAgain += await fillIn(seen, path, form);
      }
      if (!NEVER_SHOWN.includes(page)) expect(shownAgain).toBeGreaterThan(0);
      await seen.window.context.close();
    });

    it('are text in the form that whoever signs in again comes back to', async () => {
      const user = await signedIn(house, { role: 'owner' });
      const seen = await watched(user.token);
      const path = base('/emitir/03');
      await seen.go(path);
      await user.expire();
      const [form] = await seen.forms();
      if (form === undefined) throw new Error('no form to come back to');
      await fillIn(seen, path, form);
      expect(await seen.window.page.locator('main form input[type=hidden]').count()).toBeGreaterThan(10);
    });

    it('are text on each page that shows documents', async () => {
      const seen = await watched(owner.token);
      const [names, refs, things] = [250, 100, 1_000].map((longest) => keptTexts(WORDS, longest));
      const pick = (texts: readonly string[] = [], place = 0) => texts[place % texts.length] ?? '';
      for (const [place, ref] of (refs ?? []).entries()) {
        const [name, thing] = [pick(names, place), pick(things, place)];
        const lines = [lineBody({ description: thing })];
        const customer = contribuyenteBody({ name, trade_name: ref });
        const body = place % 2 === 0 ? invoiceBody({ customer: { name } }) : ccfBody({ customer });
        const answer = await house.company.post('/invoice', { ...body, lines });
        expect([name, ref, answer.status, answer.body['errors']]).toEqual([name, ref, 200, undefined]);
        const id = textOf(answer, 'document_id');
        // Documents of before have references that nobody gets any more.
        await house.sql`SET session_replication_role = replica`;
        await house.sql`UPDATE documents SET external_ref = ${`${ref.slice(0, 94)}${place}`} WHERE document_id = ${id}`;
        await house.sql`SET session_replication_role = origin`;
        const at = base(`/documentos/${id}`);
        await shows(seen, at, [name, ref.slice(0, 94)]);
        if (place % 2 === 1 && place < 2 * (things?.length ?? 0)) await shows(seen, `${at}/nota`, [thing]);
        if (place % IN_A_LIST === IN_A_LIST - 1) await shows(seen, base('/documentos'), [name]);
      }
      await shows(seen, base('/documentos'), []);
      await shows(seen, base('/hoy'), []);
    });

    it('are text on each page that shows users, keys and what they did', async () => {
      const seen = await watched(owner.token);
      const operator = await watched((await signedIn(house, { role: 'operator' })).token);
      const texts = keptTexts(WORDS, 100);
      for (let place = 0; place < texts.length; place += IN_A_LIST) {
        const some = texts.slice(place, place + IN_A_LIST);
        for (const statement of NAMED)
          await house.sql(statement, [house.company.companyId, some, owner.userId]);
        await shows(seen, base('/usuarios'), some);
        await shows(seen, base('/claves'), some);
        await shows(seen, base('/usuarios/registro'), some.slice(0, IN_A_LIST / 2));
        await shows(operator, '/app/operador/registro', []);
        await shows(seen, '/app/cuenta', some);
      }
    });

    it('are text on each page of a company that is called so', async () => {
      const seen = await watched(owner.token);
      const pages = FORM_PAGES.filter(([page, role]) => role === 'owner' && !page.startsWith('/app'));
      for (const [place, name] of keptTexts(WORDS, 150).entries()) {
        await house.company.change({ name, trade_name: name });
        await house.sql('UPDATE users SET name = $2 WHERE user_id = $1', [owner.userId, name]);
        const [page] = pages[place % pages.length] ?? [''];
        await shows(seen, await pathOf(page), [name]);
      }
    });
  },
);

/** What a form gives back of a text: in whole characters, and a code in capitals, a list with its commas set anew. */
function told(text: string): string {
  return text
    .replaceAll(/[\0\s,]/g, '')
    .toWellFormed()
    .toUpperCase();
}

/** Fifty users, invitations, keys, passkeys and deeds with these names, in the place of those before. */
const NAMED = [
  `DELETE FROM memberships m USING users u WHERE u.user_id = m.user_id AND m.company_id = $1 AND u.user_id <> $3 AND $2::text[] IS NOT NULL`,
  `WITH made AS (
     INSERT INTO users (user_id, email, name) SELECT gen_random_uuid(), gen_random_uuid() || '@example.com', t FROM unnest($2::text[]) AS t
     WHERE $3::uuid IS NOT NULL RETURNING user_id)
   INSERT INTO memberships (company_id, user_id, role) SELECT $1, user_id, 'cashier' FROM made`,
  `DELETE FROM api_keys WHERE company_id = $1 AND name <> 'caja' AND $2::text[] IS NOT NULL AND $3::uuid IS NOT NULL`,
  `INSERT INTO api_keys (company_id, key_id, public_id, environment, name, secret_hmac, per_minute, per_hour)
   SELECT $1, gen_random_uuid(), gen_random_uuid()::text, '00', t, '\\x00', 1, 1 FROM unnest($2::text[]) AS t WHERE $3::uuid IS NOT NULL`,
  `INSERT INTO user_deeds (company_id, user_id, user_name, address, deed, subject)
   SELECT $1, $3, t, '192.0.2.1', 'key_made', t FROM unnest($2::text[]) AS t`,
  `DELETE FROM passkeys WHERE user_id = $3 AND $1::uuid IS NOT NULL AND $2::text[] IS NOT NULL`,
  `INSERT INTO passkeys (credential_id, user_id, public_key, counter, name)
   SELECT decode(md5(t || random()), 'hex'), $3, '\\x00', 0, t FROM unnest($2::text[]) AS t WHERE $1::uuid IS NOT NULL`,
];
