import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { pageOf } from '../support/console-caller.ts';
import { hostileWords, sampleOf } from '../support/hostile-words.ts';
import { ownHouse } from '../support/house.ts';
import type { Answer } from '../support/http-caller.ts';
import { ccfBody, invoiceBody, lineBody } from '../support/request-bodies.ts';
import { sharedUser } from '../support/shared-user.ts';
import { isInThisHalf } from '../support/this-half.ts';

const house = ownHouse();
/** One of so many in two runs, each alone; `hostile-words.test.ts` has all of them in a browser. */
const WORDS = sampleOf(hostileWords(), 109).filter((_, place) => isInThisHalf(place));

let ccf = '';
const user = sharedUser(house, { role: 'owner' });
const at = (path: string) => pageOf(house, path);

beforeAll(async () => {
  ccf = String((await house.company.post('/invoice', ccfBody())).body['document_id']);
});

/** Nobody may open so many pages at once. */
async function patiently(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 429) return answer;
    await sleep(1_000);
  }
}

/** What of a page a browser would take for more than text: scripts of its own, handlers, and addresses that run. */
function dangersIn(page: string): readonly string[] {
  const tags = page.match(/<[a-z!/][^>]*>/gi) ?? [];
  const inline = tags.filter((tag) => /^<script(?![^>]* src="\/app\/)/i.test(tag));
  const handlers = tags.filter((tag) => /\son\w+\s*=|srcdoc/i.test(tag.replace(/="[^"]*"/g, '=""')));
  const running = tags.filter((tag) => /\s(?:href|src|action|hx-[\w:]+)="\s*javascript:/i.test(tag));
  const foreign = tags.filter((tag) => /^<(?:img|svg\/|b>|!--#)/i.test(tag));
  return [...inline, ...handlers, ...running, ...foreign];
}

const PERSON = ['name', 'document_type', 'document_number'];
const FIELDS = ['reason', 'replacement_document_id', 'other_replacement', 'type'];
const CANCEL = [
  ...FIELDS,
  ...PERSON.map((name) => `responsible.${name}`),
  ...PERSON.map((name) => `requester.${name}`),
];
const LISTED = [
  'q',
  'from',
  'to',
  'doc_type',
  'state',
  'amount_min',
  'establishment',
  'external_ref',
  'invalidated',
  'despues',
];
const NOTED = ['cantidad-0', 'observations', 'external_ref', 'modo'];

/** The same word in every field. */
function filled(names: readonly string[], word: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, word]));
}

it('are text wherever somebody types them', async () => {
  for (const [turn, word] of WORDS.entries()) {
    const search = new URLSearchParams(filled([LISTED[turn % LISTED.length] ?? 'q', 'q'], word));
    const asked = [
      () => user.get(at(`/documentos?${search}`)),
      () => user.get(at(`/atender?${new URLSearchParams({ tipo: word, despues: word })}`)),
      () => user.get(at(`/documentos/${encodeURIComponent(word.toWellFormed())}`)),
      () => user.post(at(`/documentos/${ccf}/anular`), { ...filled(CANCEL, word), paso: 'revisar' }),
      () => user.get(at(`/documentos/${ccf}/anular/revisar`)),
      () =>
        user.post(at(`/documentos/${ccf}/nota`), {
          ...filled(NOTED, word),
          modo: 'lineas',
          paso: 'revisar',
        }),
      () =>
        user.post(at(`/documentos/${ccf}/nota`), {
          external_ref: 'nota-1',
          modo: 'todo',
          observations: word,
          paso: 'revisar',
        }),
      () => user.get(at(`/documentos/${ccf}/nota/revisar`)),
      () => user.post(at(`/documentos/${ccf}/correo`), { address: word }),
    ];
    for (const ask of asked) {
      const { status, text } = await patiently(ask);
      expect([word, status < 500]).toEqual([word, true]);
      expect([word, dangersIn(text)]).toEqual([word, []]);
    }
  }
  expect(await house.sql('SELECT 1 FROM invalidations')).toEqual([]);
}, 120_000);

it('are text where they were issued', async () => {
  const storable = WORDS.filter((word) => /^[^\p{Cc}\p{Cs}]{5,100}$/u.test(word)).slice(0, 40);
  for (const word of storable) {
    const lines = [lineBody({ description: word })];
    const { body } = await house.company.post('/invoice', invoiceBody({ customer_name: word, lines }));
    const { text } = await patiently(() => user.get(at(`/documentos/${body['document_id']}`)));
    expect([word, dangersIn(text)]).toEqual([word, []]);
  }
  const { text } = await patiently(() => user.get(at('/documentos')));
  expect(dangersIn(text)).toEqual([]);
}, 120_000);

it('would be seen, were they not', () => {
  for (const word of ['<script>alert(1)</script>', '<p onclick=x>', '<a href="javascript:x">', '<img src=x>'])
    expect([word, dangersIn(`<p>${word}</p>`).length]).toEqual([word, 1]);
  expect(dangersIn('<input value="on click=x <"><script src="/app/assets/x.js" defer></script>')).toEqual([]);
});
