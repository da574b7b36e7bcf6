import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { SESSION_COOKIE } from '../../src/console/tokens.ts';
import { fiscalTime } from '../../src/core/calendar/el-salvador-time.ts';
import { pageOf, signedIn } from '../support/console-caller.ts';
import { ccfBody, invoiceBody, lineBody, noteBody } from '../support/request-bodies.ts';
import { sharedHouse } from '../support/shared-house.ts';
import { sharedPlace } from '../support/shared-place.ts';

/** A spreadsheet program that nobody here wrote; the tests are skipped where it is not installed. */
const PROGRAM = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find((path) => existsSync(path)) ?? null;
/** CSV (59 for ";", 34 for quotes, 76 for UTF-8), cells as they are shown, each sheet as a file of its own (-1). */
const EACH_SHEET = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true,true,false,false,-1';

describe.skipIf(PROGRAM === null)(
  'the sheet for people, opened with LibreOffice',
  { timeout: 180_000 },
  () => {
    const house = sharedHouse();
    const folder = sharedPlace();
    let documents: readonly string[] = [];
    let totals: readonly string[] = [];
    beforeAll(async () => {
      const { company } = house;
      await company.post(
        '/invoice',
        invoiceBody({ customer_name: '=HYPERLINK("http://example.com";"aquí") Ñandú' }),
      );
      const ccf = await company.post('/invoice', ccfBody({ lines: [lineBody({ quantity: 1_000 })] }));
      await company.post(
        '/credit-memo',
        noteBody(ccf.body['document_id'], { lines: [lineBody({ quantity: 4 })] }),
      );
      const accountant = await signedIn(house, { role: 'accountant' });
      const path = pageOf(house, '/documentos/exportar.xlsx');
      const headers = { cookie: `${SESSION_COOKIE}=${accountant.token}` };
      const workbook = await fetch(`${house.node.url}${path}`, { headers });
      writeFileSync(join(folder, 'documentos.xlsx'), Buffer.from(await workbook.arrayBuffer()));
      await promisify(execFile)(PROGRAM ?? '', [
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        '--convert-to',
        EACH_SHEET,
        '--outdir',
        folder,
        join(folder, 'documentos.xlsx'),
      ]);
      const lines = (sheet: string) =>
        readFileSync(join(folder, `documentos-${sheet}.csv`), 'utf8')
          .trimEnd()
          .split('\n');
      documents = lines('Documentos');
      totals = lines('Totales');
    }, 180_000);

    it('has its headings, days as in El Salvador, and amounts with two decimals, less than nothing for a note', () => {
      expect(documents[0]).toMatch(/^Fecha;Hora;Tipo;Número de control;Cliente o proveedor;/);
      const [year, month, day] = fiscalTime(Date.now()).fecEmi.split('-');
      expect(documents[1]).toMatch(
        new RegExp(`^${day}/${month}/${year};\\d\\d:\\d\\d:\\d\\d;Factura;DTE-01-`),
      );
      expect(documents[2]).toContain(';1,000.00;');
      expect(documents[2]).toContain(';1,130.00;');
      expect(documents[3]).toContain(';-4.52;');
    });

    it('calculates nothing of what a customer is called', () => {
      expect(documents[1]).toContain('=HYPERLINK(""http://example.com"";""aquí"") Ñandú');
    });

    it('comes to the same below the rows and on the sheet of totals', () => {
      const below = documents.find((line) => line.includes('Ventas menos notas de crédito'));
      expect(below).toContain(';3 documentos;');
      expect(below).toContain(';1,126.61;');
      expect(totals.find((line) => line.startsWith('Ventas menos notas de crédito;3;'))).toContain(
        ';1,126.61',
      );
    });
  },
);
