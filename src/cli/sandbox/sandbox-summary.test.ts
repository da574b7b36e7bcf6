import { describe, expect, it } from 'vitest';
import { curlLine, type IssuedInvoice, reachableHost } from './first-invoice.ts';
import { SANDBOX_BANNER, summaryLines } from './sandbox-summary.ts';

const INVOICE: IssuedInvoice = {
  dte_success: true,
  contingency: false,
  is_duplicate: false,
  control_number: 'DTE-01-M001P001-000000000000001',
  generation_code: 'A-B',
  reception_stamp: 'S'.repeat(40),
  dte_message: 'RECIBIDO',
  json_url: 'http://localhost:8080/file/1?type=json',
  invoice_url: 'http://localhost:8080/file/1?type=invoice',
  ticket_url: null,
};

function textWith(changes: Partial<IssuedInvoice> = {}): string {
  return summaryLines({
    invoice: { ...INVOICE, ...changes },
    companyName: 'Ficticia',
    key: 'sello_test_x',
    publicUrl: 'http://localhost:8080',
    entry: 'http://localhost:8080/app/enlace/x',
    simulatorUrl: 'http://127.0.0.1:9',
    dataDir: '/srv/data',
    curl: 'curl x',
  }).join('\n');
}

describe('summaryLines', () => {
  it('says that nothing of this is real, and how to stop', () => {
    expect(textWith()).toContain(SANDBOX_BANNER);
    expect(textWith()).toContain('ambiente 00');
    expect(textWith()).toContain('Ctrl-C detiene todo');
  });

  it('names the page of the interface', () => {
    expect(textWith()).toMatch(/^Página de la interfaz +http:\/\/localhost:8080\/docs$/m);
  });

  it('gives a link that signs in to the console', () => {
    expect(textWith()).toMatch(/^Consola +http:\/\/localhost:8080\/app\/enlace\/x \(entra una sola vez/m);
  });

  it('shows the links that there are', () => {
    expect(textWith()).toMatch(/^PDF carta +http/m);
    expect(textWith()).not.toContain('Tiquete en PDF');
    expect(textWith({ invoice_url: null, ticket_url: 'http://t' })).toMatch(/^Tiquete en PDF +http:\/\/t$/m);
  });

  it.each([
    [{}, 'emitida y sellada'],
    [{ is_duplicate: true }, 'sellada en un arranque anterior, y ahora la misma'],
    [
      { dte_success: false, contingency: true, dte_message: 'Sin respuesta.' },
      'en contingencia: Sin respuesta.',
    ],
    [{ dte_success: false, dte_message: 'Mal.' }, 'rechazada: Mal.'],
  ])('tells the outcome %j as it is', (changes, sentence) => {
    expect(textWith(changes)).toMatch(new RegExp(`^Factura +${sentence}$`, 'm'));
  });

  it('has no stamp to show before there is one', () => {
    expect(textWith({ reception_stamp: '' })).toMatch(/^Sello de recepción +todavía no hay$/m);
  });
});

describe('curlLine', () => {
  it('is one line whose body a shell passes on unchanged', () => {
    const line = curlLine('http://localhost:8080', 'sello_test_x', 'venta-1');
    expect(line).not.toContain('\n');
    const body = / -d '([^']*)'$/.exec(line)?.[1] ?? '';
    expect(JSON.parse(body)).toMatchObject({ external_ref: 'venta-1', lines: [{ quantity: 2 }] });
  });
});

describe('reachableHost', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['::', '[::1]'],
    ['::1', '[::1]'],
    ['localhost', 'localhost'],
  ])('reaches %s at %s', (host, reached) => {
    expect(reachableHost(host)).toBe(reached);
  });
});
