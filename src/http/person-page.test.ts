import { describe, expect, it } from 'vitest';
import { invoiceBody } from '../../test/support/request-bodies.ts';
import { expectError, expectHeaders } from '../../test/support/response-headers.ts';
import { sharedHouse } from '../../test/support/shared-house.ts';
import { isForPerson, refusalPage } from './person-page.ts';

/** What browsers send. */
const CHROMIUM = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

const house = sharedHouse();

describe('isForPerson', () => {
  it.each([
    ['GET', { accept: CHROMIUM }, true],
    ['HEAD', { accept: 'TEXT/HTML' }, true],
    ['GET', { accept: CHROMIUM, authorization: 'Bearer x' }, false],
    ['POST', { accept: CHROMIUM }, false],
    ['GET', { accept: 'application/json, text/html' }, false],
    ['GET', { accept: '*/*' }, false],
    ['GET', {}, false],
  ])('%s with %j: %s', (method, headers, expected) => {
    expect(isForPerson({ method, headers })).toBe(expected);
  });
});

describe('refusalPage', () => {
  it('shows the sentence as text', () => {
    const page = refusalPage({ status: 404, detail: '<b>"a" & b</b>' });
    expect(page).toContain('&lt;b&gt;&quot;a&quot; &amp; b&lt;/b&gt;');
    expect(page).toContain('<html lang="es">');
  });

  it('tells a wrong link, a place for programs, and trouble apart', () => {
    const titles = [400, 404, 401, 429, 500].map(
      (status) => /<h1>(.*)</.exec(refusalPage({ status, detail: '' }))?.[1],
    );
    expect(new Set(titles).size).toBe(3);
    expect(titles[0]).toBe(titles[1]);
    expect(titles[3]).toBe(titles[4]);
  });
});

describe('a wrong link', () => {
  const links = async () => {
    const { body } = await house.company.post('/invoice', invoiceBody());
    const { pathname, search } = new URL(String(body['invoice_url']));
    return [`${pathname}${search.slice(0, -3)}abc`, `${pathname}x${search}`, '/nada', '/documentos/1'];
  };

  it('shows a person a small Spanish page, with every header of an answer', async () => {
    for (const link of await links()) {
      const answer = await house.caller(null).get(link, { accept: CHROMIUM });
      expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(answer.text).toContain('Este enlace no lleva a ningún documento');
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      expectHeaders(answer);
    }
  });

  it('answers a program as ever', async () => {
    for (const link of await links()) {
      expect((await house.caller(null).get(link)).body).toMatchObject({ code: expect.any(String) });
      const asked = await house.company.get(link, { accept: CHROMIUM });
      // A key opens its own file, whatever token stands beside it.
      expect(asked.headers['content-type']).toMatch(/^application\/(?:json; charset=utf-8|pdf)$/);
    }
  });

  it('is none where a person opens what only programs may', async () => {
    const answer = await house.caller(null).get('/catalogs/units', { accept: CHROMIUM });
    expect([answer.status, answer.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('interfaz para programas');
  });
});

describe('GET /', () => {
  it('shows a person the page of the interface', async () => {
    const answer = await house.caller(null).get('/', { accept: CHROMIUM });
    expect([answer.status, answer.headers['location']]).toEqual([302, 'docs']);
    expectHeaders(answer);
    expect((await house.caller(null).get('/docs')).text).toContain('<title>Sello: la interfaz</title>');
  });

  it('is no route for a program', async () => {
    expectError(await house.caller(null).get('/'), 404, 'path_not_found');
    expectError(await house.company.get('/'), 404, 'path_not_found');
    expectError(await house.caller('sello_test_x').get('/'), 401, 'unauthorized');
  });
});
