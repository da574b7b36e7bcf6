import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { INVALIDATION, sold, soldToTaxpayer } from '../../../test/support/cancelling.ts';
import { declaredDocument } from '../../../test/support/declared-document.ts';
import {
  declaredFileNames,
  exampleMonthOrder,
  readerOf,
  thisPeriod,
} from '../../../test/support/declared-month.ts';
import { ownHouse } from '../../../test/support/house.ts';
import { keepReconciliation } from '../../../test/support/kept-reconciliation.ts';
import { readPdf } from '../../../test/support/pdf-reader.ts';
import { unzip } from '../../../test/support/unzip.ts';
import { periodText } from '../../core/declaring/period.ts';
import { EXPORT_WRITER } from '../../export/export-writer.ts';
import { createSheetPress } from '../../paper/book/sheet-press.ts';
import { createDeclarationReader } from '../../storage/declarations/declaration-reader.ts';
import { createReconciliationReader } from '../../storage/declarations/reconciliation-reader.ts';
import type { PrintedSheet } from '../listings/ports.ts';
import { declaredFiles } from './declared-files.ts';

const house = ownHouse({
  company: { file: INVALIDATION },
  times: { callTimeoutMs: 1_000, requestBudgetMs: 3_000 },
});

it('adds up in the control sheet what the files say, and tells what was left out', async () => {
  const { company } = house;
  await soldToTaxpayer(company);
  await sold(company);
  await house.authority.script(
    { service: 'recepcion', action: 'silence', times: 9 },
    { service: 'consulta', action: 'silence', times: 9 },
  );
  const waiting = await company.post('/invoice', { external_ref: 'espera', lines: [LINE] });
  expect(waiting.body['dte_success']).toBe(false);
  const period = thisPeriod();
  const order = exampleMonthOrder({ companyId: company.companyId, period });
  const pool = house.poolOf('sello_operator');
  const parts = {
    declarations: createDeclarationReader(pool),
    reconciliations: createReconciliationReader(pool),
    writer: EXPORT_WRITER,
    sheets: createSheetPress(),
  };
  const documentId = String(waiting.body['document_id']);
  const kept = { companyId: company.companyId, documentId, month: periodText(period), ended: true };
  await keepReconciliation(house, { ...kept, findings: [['stamped_there', null]] });
  const files = new Map<string, Buffer>();
  for await (const { name, content } of declaredFiles(parts, order)) files.set(name, await buffer(content));
  const month = periodText(period);
  expect([...files.keys()]).toEqual(declaredFileNames(month));
  expect(files.get(`anexo01-${month}.csv`)?.toString('latin1').split('\r\n')).toHaveLength(2);
  const book = unzip(files.get(`control-${month}.xlsx`) ?? Buffer.alloc(0));
  const sheet = (number: number) => String(book.get(`xl/worksheets/sheet${number}.xml`));
  expect(sheet(1)).toMatch(/Débito fiscal<.*?<v>1\.30<\/v>/);
  expect(sheet(2)).toMatch(/>135<.*?<v>1\.30<\/v>.*>96<.*?<v>1\.00<\/v>.*>140<.*?<v>0\.13<\/v>/);
  expect(sheet(3)).toMatch(/Débito fiscal del mes<.*?<v>1\.43<\/v>/);
  expect(sheet(5)).toMatch(/<v>1\.00<\/v>.*<v>0\.13<\/v>.*<v>1\.13<\/v>.*todavía sin sello/);
  expect(sheet(5)).toMatch(
    /<v>1\.00<\/v>(?:(?!<row).)*<v>0\.13<\/v>(?:(?!<row).)*<v>1\.13<\/v>(?:(?!<row).)*Suma\. Sin sello todavía, ventas menos notas de crédito: 1 documento</,
  );
  expect(sheet(5).match(/DTE-01-/g)).toHaveLength(1);
  expect(sheet(6)).toContain('Con montos positivos');
  expect(sheet(6)).toMatch(RECONCILED);
  expect(sheet(6)).toContain('no da una lista');
  const { pages } = await readPdf(files.get(`control-${month}.pdf`) ?? Buffer.alloc(0));
  const printed = pages.map(({ text }) => text).join(' ');
  for (const shown of [
    'Hoja de control del F-07',
    'Tienda Ficticia',
    'todavía sin sello',
    'Con montos positivos',
  ])
    expect(printed).toContain(shown);
  expect(printed.replaceAll(/\s+/g, ' ')).toMatch(RECONCILED);
  expect(printed).toMatch(/\b135\b.*Débito fiscal de créditos fiscales.*1\.30/s);
}, 60_000);

it('reads purchases once for each of their files, and what was left out once', async () => {
  const seller = { nombre: 'Extranjero', tipoDocumento: '37', numDocumento: 'P123' };
  const line = { cantidad: 1, precioUni: 100, montoDescu: 0, compra: 100, tipoItem: 2 };
  const text = JSON.stringify({
    emisor: { codActividad: '62010' },
    sujetoExcluido: seller,
    cuerpoDocumento: [line],
    resumen: { subTotal: 100, reteRenta: 10 },
  });
  const purchase = { ...declaredDocument({ tipoDte: '14', number: 7 }), text };
  const asked: string[] = [];
  const told: unknown[] = [];
  const parts = {
    declarations: readerOf([purchase], asked),
    reconciliations: { ofMonth: async () => ({ ended: null, open: null, changed: 0 }) },
    writer: EXPORT_WRITER,
    sheets: {
      async *print(_: unknown, sheets: readonly PrintedSheet[]) {
        for await (const { cells } of sheets[4]?.rows ?? []) told.push(cells[1]);
        yield Buffer.alloc(0);
      },
    },
  };
  const book: Uint8Array[] = [];
  for await (const { name, content } of declaredFiles(parts, exampleMonthOrder()))
    for await (const piece of content) if (name.endsWith('.xlsx')) book.push(piece);
  expect(asked.toSorted()).toEqual(['01,11', '03,05', '03,05', '14', '14', 'unstamped']);
  expect(told).toEqual([purchase.numeroControl]);
  const written = unzip(Buffer.concat(book)).get('xl/worksheets/sheet5.xml');
  expect(String(written)).toContain(purchase.numeroControl);
  expect(String(written)).toMatch(
    /<v>100\.00<\/v>.*<v>0\.00<\/v>.*<v>100\.00<\/v>.*Suma\. Fuera del F-14: 1 documento, renta retenida 10\.00</,
  );
});

const RECONCILED =
  /\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d: 1 documentos; 0 solo aquí, 1 solo en Hacienda, 0 distintos, 0 sin respuesta/;
const LINE = { description: 'Pan', quantity: 1, unit_price: 1.13 };
