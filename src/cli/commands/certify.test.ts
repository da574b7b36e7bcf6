import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProduction, runIn, runOn } from '../../../test/support/command-line.ts';
import { idOf, numeroOf } from '../../../test/support/identifiers.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { STAND_IN_KEY } from '../../../test/support/stand-in-program.ts';
import { FICTITIOUS_TAXPAYERS } from '../../core/certifying/parties.ts';
import { referenceOf } from '../../core/certifying/plan.ts';
import { type CampaignDocument, progressOf } from '../../core/certifying/progress.ts';
import { TIPOS_DTE } from '../../core/dte/kinds.ts';
import { type CodigoGeneracion, parseCodigoGeneracion } from '../../core/identifiers/official.ts';
import { identifier } from '../../core/identifiers/text.ts';
import type { CampaignRun } from '../../operations/certifying/campaign-context.ts';
import { silentAt, stopAt } from '../../operations/certifying/campaign-stop.ts';
import type { CampaignEnd } from '../../operations/certifying/run-campaign.ts';
import { makeFolder } from '../files.ts';
import { removeSimulatorAddress, writeSimulatorAddress } from '../sandbox/simulator-place.ts';

const folder = sharedPlace();
const CODE: CodigoGeneracion = identifier(parseCodigoGeneracion, '00000000-0000-4000-8000-000000000000');
const DOCUMENT: CampaignDocument = {
  documentId: idOf('d'),
  externalRef: referenceOf('1', '03', 7),
  tipoDte: '03',
  generation: 'v2',
  state: 'claimed',
  numeroControl: numeroOf(7, '03'),
  codigoGeneracion: CODE,
  selloRecibido: null,
  postedMs: 0,
  amountTotal: '1.13',
  contingencia: null,
  invalidation: null,
};
const EXPLANATION = {
  code: '020',
  said: '[resumen.totalIva] CALCULO INCORRECTO',
  official: 'resumen.totalIva',
  field: 'lines',
  origin: 'computed',
  value: '0.13',
  why: 'La suma no da.',
  remedy: 'Avise a quien opera Sello.',
  sameReference: true,
  recognised: true,
} as const;
const STOPPED: CampaignEnd = {
  stopped: {
    ...stopAt(DOCUMENT.externalRef, 'rejected', 'CALCULO INCORRECTO'),
    explanations: [EXPLANATION],
  },
  documents: [DOCUMENT],
  progress: progressOf(['03'], [DOCUMENT]),
};
const COMPLETE: CampaignEnd = {
  stopped: null,
  documents: [],
  progress: { ...progressOf(['14'], []), isComplete: true },
};

interface Certified {
  readonly ended?: CampaignEnd;
  /** Null where the settings name none. */
  readonly url?: string | null;
  readonly onAsked?: () => void;
}

/** Runs the command and keeps what it asked for. */
async function certified(
  options: string,
  { ended = COMPLETE, url = 'http://127.0.0.1:1', onAsked }: Certified = {},
) {
  const asked: CampaignRun[] = [];
  const urls: string[] = [];
  const keyFiles = new Map([
    [join(folder, 'data', 'master-key'), { kind: 'read', key: STAND_IN_KEY } as const],
  ]);
  const answer = await runIn(
    {
      folder,
      companies: ['00'],
      facts: { holdsSecrets: true },
      keyFiles,
      environment: url === null ? {} : { SELLO_HACIENDA_TEST_URL: url },
      async certify({ haciendaTestUrl }, run) {
        onAsked?.();
        asked.push(run);
        urls.push(haciendaTestUrl);
        run.told({ kind: 'contingency', tipo: 1 });
        for (const done of [1, 10, 11, 25]) run.told({ kind: 'document', done, of: 25 });
        run.told({ kind: 'invalidation', document: DOCUMENT.externalRef });
        return ended;
      },
    },
    `certify empresa-0${options}`,
  );
  return { ...answer, asked, urls };
}

describe('certify', () => {
  it('certifies all types with fictitious taxpayers against a simulator', async () => {
    const { asked, said, exitCode } = await certified('');
    expect(asked).toMatchObject([
      { companyId: 'c0', perSecond: 2, campaign: { name: '1', types: TIPOS_DTE } },
    ]);
    expect(asked[0]?.campaign.taxpayers).toEqual(FICTITIOUS_TAXPAYERS);
    expect(said).toEqual([
      'Contingency of kind 1: issuing its document, reporting the event, sending the document.',
      '10 of 25 documents are stamped.',
      '25 of 25 documents are stamped.',
      'Invalidating CERT-1-03-7.',
    ]);
    expect(exitCode).toBe(0);
  });

  it('takes other types, another name and another pace', async () => {
    const { asked } = await certified(' --types 14,01 --campaign B2 --per-second 20');
    expect(asked).toMatchObject([{ perSecond: 20, campaign: { name: 'B2', types: ['14', '01'] } }]);
  });

  it('says where it stopped, why, and how far it is', async () => {
    const { text, json, exitCode } = await certified('', { ended: STOPPED });
    expect(exitCode).toBe(1);
    expect(text).toEqual([
      expect.stringMatching(/^WHAT +SEALED +OF$/),
      expect.stringMatching(/^03 Comprobante.* +0 +75$/),
      expect.stringMatching(/^invalidations +0 +5$/),
      expect.stringMatching(/^contingencies, kinds 1 to 5 +0 +5$/),
      'Stopped (rejected) at CERT-1-03-7: CALCULO INCORRECTO',
      '  resumen.totalIva La suma no da. Avise a quien opera Sello.',
      'Run the same command again once this is mended: it goes on from here.',
    ]);
    expect(json).toMatchObject({
      complete: false,
      counts: [{ doc_type: '03', done: 0, needed: 75 }],
      stopped: { reason: 'rejected', at: 'CERT-1-03-7', explanations: [{ official: 'resumen.totalIva' }] },
    });
  });

  it('writes a record for people and for programs', async () => {
    const { json } = await certified(` --record ${join(folder, 'acta')}`, { ended: STOPPED });
    const base = join(folder, 'acta', 'certification-empresa-0-1');
    expect(json).toMatchObject({ record: [`${base}.json`, `${base}.html`] });
    const record = JSON.parse(readFileSync(`${base}.json`, 'utf8'));
    expect(record).toMatchObject({
      company: { slug: 'empresa-0' },
      complete: false,
      documents: [{ external_ref: 'CERT-1-03-7', control_number: DOCUMENT.numeroControl }],
    });
    expect(readFileSync(`${base}.html`, 'utf8')).toContain(DOCUMENT.numeroControl);
  });

  it.skipIf(process.platform !== 'linux').each([
    ['/proc/acta', '/proc takes no folders: name another one.'],
    ['/proc', '/proc/'],
  ])('sends nothing where --record %s takes no files', async (path, message) => {
    const refused = async () => certified(` --record ${path}`, { onAsked: () => expect.unreachable() });
    await expect(refused()).rejects.toThrow(`--record ${path} cannot be written to, and nothing was sent.`);
    await expect(refused()).rejects.toThrow(message);
    await expect(refused()).rejects.not.toThrow('SELLO_DATA_DIR');
  });

  it.each([
    [' --types 02', '--types must be some of 01,03,05,11,14, not "02".'],
    [' --types 05', '--types: Las notas de crédito (05) necesitan los créditos fiscales (03)'],
    [' --types ,', '--types: Indique al menos un tipo de documento.'],
    [' --campaign a-b', '--campaign must be 1 to 20 letters and digits, not "a-b".'],
    [' --per-second 0', '--per-second'],
  ])('does not understand%s', async (options, message) => {
    await expect(certified(options)).rejects.toThrow(message);
  });

  it('refuses a company of production', async () => {
    await expect(runOn(inProduction(), 'certify empresa-1')).rejects.toMatchObject({
      code: 'production_company',
    });
  });
});

describe('beside a running sandbox', () => {
  const url = 'http://127.0.0.1:4711';
  const silent = { ...STOPPED, stopped: silentAt('CERT-1-14-1') };

  it("asks the sandbox's simulated Hacienda without being told where it answers", async () => {
    await makeFolder(join(folder, 'data'));
    await writeSimulatorAddress(join(folder, 'data'), url);
    const { asked, urls, text } = await certified('', { ended: silent, url: null });
    await removeSimulatorAddress(join(folder, 'data'));
    expect(urls).toEqual([url]);
    expect(asked[0]?.campaign.taxpayers).toEqual(FICTITIOUS_TAXPAYERS);
    expect(text).toContain(
      `Stopped (silent) at CERT-1-14-1: Hacienda no responde. Se le preguntó en ${url}.`,
    );
  });

  it('names the address that was asked in the settings where that is silent', async () => {
    const { json } = await certified('', { ended: silent });
    expect(json).toMatchObject({
      stopped: { detail: 'Hacienda no responde. Se le preguntó en http://127.0.0.1:1.' },
    });
  });
});

describe('against an authority that is no simulator', () => {
  const url = 'https://apitest.example';

  it('wants real customers for what needs a taxpayer, and for nothing else', async () => {
    await expect(certified('', { url })).rejects.toMatchObject({ code: 'customers_needed' });
    const { asked } = await certified(' --types 01,11,14', { url });
    expect(asked[0]?.campaign.taxpayers).toEqual([]);
  });

  const customer = {
    name: 'Ferretería Ejemplo, S.A. de C.V.',
    nit: '0614-010190-100-0',
    nrc: '123456-7',
    type_contributor: 3,
    activity_code: '46631',
  };
  const withCustomers = (list: unknown, text = JSON.stringify(list)) => {
    const path = join(folder, 'clientes.json');
    writeFileSync(path, text);
    return certified(` --customers ${path}`, { url });
  };

  it('sells to the customers of a file', async () => {
    const { asked } = await withCustomers([customer]);
    expect(asked[0]?.campaign.taxpayers).toMatchObject([{ nit: customer.nit, typeContributor: 3 }]);
  });

  it.each([
    ['nobody', []],
    ['a customer without a name', [{ ...customer, name: null }]],
    ['a NIT whose check digit is wrong', [{ ...customer, nit: '06140101901001' }]],
    ['a field that nobody knows', [{ ...customer, telephone: '2222-0000' }]],
  ])('refuses a file with %s', async (_what, list) => {
    await expect(withCustomers(list)).rejects.toMatchObject({ code: 'invalid_customers' });
  });

  it('refuses a file in which a field stands twice', async () => {
    const text = '[{"name":"a","name":"b"}]';
    await expect(withCustomers(null, text)).rejects.toMatchObject({ code: 'invalid_customers' });
  });
});
