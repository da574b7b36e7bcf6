import { describe, expect, it } from 'vitest';
import { exampleCompany, MINIMAL_COMPANY_FILE } from '../../test/support/example-company.ts';
import { NO_CLASS } from '../core/declaring/given-class.ts';
import { readCompanyFile } from './read-company-file.ts';

function problemsOf(value: unknown) {
  const result = readCompanyFile(value);
  return result.kind === 'problems' ? result.problems : [];
}

function pathsOf(changes: Readonly<Record<string, unknown>>): readonly string[] {
  return problemsOf({ ...MINIMAL_COMPANY_FILE, ...changes }).map(({ path }) => path);
}

describe('the smallest file', () => {
  it('has every default', () => {
    expect(exampleCompany()).toMatchObject({
      slug: 'tienda-ejemplo',
      ambiente: '00',
      tradeName: null,
      personType: 2,
      seriesMode: 'centralized',
      defaultEstablishment: 'M001',
      defaultPointOfSale: 'P001',
      vatPerceptionAgent: false,
      address: { departamento: '06', municipio: '23', distrito: '14' },
      establishments: [{ code: 'M001', kind: '02', pointsOfSale: ['P001'], address: null }],
      generations: { '01': [{ generation: 'v2', fromMs: null }] },
      invalidation: { defaultType: 2 },
      contingency: { type: 1 },
    });
  });

  it.each(Object.keys(MINIMAL_COMPANY_FILE))('needs its %s', (field) => {
    expect(pathsOf({ [field]: null })).toEqual([field]);
    expect(problemsOf({ ...MINIMAL_COMPANY_FILE, [field]: undefined })[0]).toMatchObject({ path: field });
  });
});

describe('identity', () => {
  it('removes hyphens and blanks from NIT and NRC', () => {
    const { nit, nrc } = exampleCompany({ nit: '0614-010190-001-8', nrc: '123456-7' });
    expect([nit, nrc]).toEqual(['06140101900018', '1234567']);
  });

  it('takes the holder of a DUI for a natural person unless told otherwise', () => {
    expect(exampleCompany({ nit: '01234567-8' }).personType).toBe(1);
    expect(exampleCompany({ nit: '01234567-8', person_type: 2 }).personType).toBe(2);
    expect(exampleCompany({ person_type: 1 }).personType).toBe(1);
  });

  it('warns of a NIT whose check digit fails, and accepts it', () => {
    const result = readCompanyFile({ ...MINIMAL_COMPANY_FILE, nit: '22222222222211' });
    expect(result).toMatchObject({ kind: 'company', warnings: [{ path: 'nit' }] });
    expect(readCompanyFile(MINIMAL_COMPANY_FILE)).toMatchObject({ warnings: [] });
  });
});

describe('mistakes', () => {
  it.each([
    [{ slug: 'Mi Tienda' }, ['slug']],
    [{ environment: 0 }, ['environment']],
    [{ nit: 6140101900018 }, ['nit']],
    [{ nrc: '1' }, ['nrc']],
    [{ name: ' ' }, ['name']],
    [{ activity_code: '00000' }, ['activity_code']],
    [{ phone: '2222' }, ['phone']],
    [{ email: 'facturas@ejemplo' }, ['email']],
    [{ series_mode: 'centralised' }, ['series_mode']],
    [{ trade_name: 7 }, ['trade_name']],
    [{ ambiente: '00' }, ['ambiente']],
  ])('%j', (changes, paths) => {
    expect(pathsOf(changes)).toEqual(paths);
  });

  it('are all named in one go', () => {
    const file = {
      ...MINIMAL_COMPANY_FILE,
      nit: 'x',
      emial: 'facturas@ejemplo.com',
      email: undefined,
      district_code: '99',
      schema_generation: { '01': 'v3' },
      establishments: [
        { code: 'M001', points_of_sale: ['P001'] },
        { code: 'S002', points_of_sale: ['caja'] },
      ],
      invalidation: { default_type: 3 },
    };
    const problems = problemsOf(file);
    expect(problems.map(({ path }) => path)).toEqual([
      'email',
      'emial',
      'nit',
      'schema_generation.01',
      'establishments[1].points_of_sale[0]',
      'district_code',
      'invalidation.default_reason',
    ]);
    expect(problems[1]?.message).toBe('No es un campo conocido. ¿Quiso decir «email»?');
  });

  it('codes that a later v2 forbids are refused today', () => {
    const later = { generation: 'v2', from: '2026-12-01T00:00:00-06:00' };
    const all = { '01': 'v1', '03': 'v1', '05': 'v1', '11': 'v1', '14': later };
    const establishments = [{ code: 'A001', points_of_sale: ['CAJ1'] }];
    expect(problemsOf({ ...MINIMAL_COMPANY_FILE, schema_generation: all, establishments })).toEqual([
      { path: 'establishments[0].code', message: 'en v2 debe ser M, B, S o P y tres dígitos, como M001.' },
      { path: 'establishments[0].points_of_sale[0]', message: 'en v2 debe ser P y tres dígitos, como P001.' },
    ]);
    for (const events of ['v1', 'v2']) {
      const schema_generation = { '01': 'v1', '03': 'v1', '05': 'v1', '11': 'v1', '14': 'v1', events };
      expect(pathsOf({ schema_generation, establishments })).toEqual([]);
    }
    expect(pathsOf({ schema_generation: 'v1', establishments })).toEqual([]);
  });

  it.each([null, undefined, 7, 'x', [], [MINIMAL_COMPANY_FILE]])('%j is no company file', (value) => {
    expect(problemsOf(value)).toEqual([{ path: '', message: 'Debe ser un objeto.' }]);
  });
});

describe('how the file is read', () => {
  it('null is as good as absent, and outer blanks are none', () => {
    const company = exampleCompany({
      name: ' Tienda ',
      trade_name: null,
      branding: { logo: null },
      windows: null,
    });
    expect(company).toEqual(exampleCompany({ name: 'Tienda' }));
  });

  it('says what each value should be, in the words of every other body', () => {
    const file = {
      ...MINIMAL_COMPANY_FILE,
      name: 'T',
      nit: '0',
      environment: '02',
      vat_perception_agent: 'sí',
      person_type: 3,
      zzzzzz: 1,
      schema_generation: 'v3',
      establishments: [],
      windows: { credit_note_business_days: 1.5, direct_invalidation_months: -1 },
    };
    expect(problemsOf(file)).toEqual([
      { path: 'zzzzzz', message: 'No es un campo conocido.' },
      { path: 'environment', message: 'Debe ser uno de estos valores: 00, 01.' },
      { path: 'nit', message: 'el NIT debe tener 14 dígitos, o los 9 del DUI homologado.' },
      { path: 'name', message: 'debe tener al menos 3 caracteres.' },
      { path: 'person_type', message: 'Debe ser uno de estos valores: 1, 2.' },
      { path: 'schema_generation', message: 'debe ser v1 o v2.' },
      { path: 'establishments', message: 'Debe tener al menos 1 elemento.' },
      { path: 'vat_perception_agent', message: 'Debe ser verdadero o falso (true o false).' },
      { path: 'windows.credit_note_business_days', message: 'Debe ser un número entero.' },
      { path: 'windows.direct_invalidation_months', message: 'No puede ser menor que 0.' },
    ]);
  });

  it('does not take inherited names for fields', () => {
    const file = { ...MINIMAL_COMPANY_FILE, ...JSON.parse('{"constructor": 1}') };
    expect(problemsOf(file).map(({ path }) => path)).toEqual(['constructor']);
    const smtp = JSON.parse('{"host": "a", "from": "a@ejemplo.com", "__proto__": {"user": "x"}}');
    expect(pathsOf({ delivery: { smtp } })).toEqual(['delivery.smtp.__proto__']);
  });
});

describe('schema_generation', () => {
  const from = '2026-12-01T00:00:00-06:00';

  it('warns of types that it does not name', () => {
    expect(readCompanyFile({ ...MINIMAL_COMPANY_FILE, schema_generation: { '01': 'v2' } })).toMatchObject({
      kind: 'company',
      warnings: [
        { path: 'schema_generation', message: 'no nombra los tipos 03, 05, 11, 14: se emiten en v1.' },
      ],
    });
  });

  it.each([
    ['V2', 'schema_generation'],
    [2, 'schema_generation'],
    [true, 'schema_generation'],
    [['v2'], 'schema_generation'],
    [{ '04': 'v2' }, 'schema_generation.04'],
    [{ '01': 'v9' }, 'schema_generation.01'],
    [{ '01': [] }, 'schema_generation.01'],
    [{ '11': ['v1'] }, 'schema_generation.11[0]'],
    [{ '01': { from } }, 'schema_generation.01.generation'],
    [{ '01': { generation: 'v2', since: from } }, 'schema_generation.01.since'],
    [{ '01': { generation: 'v2', from: '2026-12-01T00:00:00' } }, 'schema_generation.01.from'],
    [{ '11': [{ generation: 'v1' }, { generation: 'v2', from: 'mañana' }] }, 'schema_generation.11[1].from'],
    [{ '01': [{ generation: 'v1' }, { generation: 'v2' }] }, 'schema_generation.01'],
    [{ events: 'v3' }, 'schema_generation.events'],
    [{ event: 'v1' }, 'schema_generation.event'],
    [{ events: { generation: 'v1', from: 'mañana' } }, 'schema_generation.events.from'],
    [{ events: [{ generation: 'v1' }, { generation: 'v2' }] }, 'schema_generation.events'],
  ])('%j is refused at %s', (schema_generation, path) => {
    expect(pathsOf({ schema_generation })).toEqual([path]);
  });
});

describe('the sections', () => {
  const PERSON = { name: 'Ana Ejemplo', document_type: '13', document_number: '01234567-8' };
  const SMTP = { host: 'correo.ejemplo.com', from: 'dte@ejemplo.com' };
  const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

  it.each([
    {},
    {
      export_defaults: {},
      invalidation: {},
      delivery: {},
      branding: {},
      windows: {},
      contingency: {},
      income_classes: {},
    },
  ])('have their defaults: %j', (sections) => {
    const company = exampleCompany(sections);
    expect(Object.values(company.exportDefaults)).toEqual([null, null, null, null, null, null]);
    const nobody = { responsible: null, requester: null };
    expect(company.invalidation).toEqual({ ...nobody, defaultType: 2, defaultReason: null });
    expect(company.delivery).toEqual({ fallbackEmail: null, rejectionsEmail: null, smtp: null });
    expect(company.branding).toEqual({ logo: null, color: null });
    expect(Object.values(company.windows)).toEqual([null, null, null]);
    expect(company.contingency).toEqual({ responsible: null, type: 1, reason: null });
    expect(company.incomeClasses).toEqual({ sale: NO_CLASS, purchase: NO_CLASS, rules: [] });
  });

  it.each([
    [{}, { port: 587, secure: false, user: null }],
    [{ secure: true }, { port: 465, secure: true, user: null }],
    [
      { port: 2525, secure: true, user: 'dte' },
      { port: 2525, secure: true, user: 'dte' },
    ],
  ])('a mail server with %j has %j', (changes, rest) => {
    const { delivery } = exampleCompany({ delivery: { smtp: { ...SMTP, ...changes } } });
    expect(delivery.smtp).toEqual({ ...SMTP, ...rest });
  });

  it('a colour is kept in lower case, the documents of people as digits, reasons as they are', () => {
    const company = exampleCompany({
      branding: { logo: LOGO, color: '#0B6E4F' },
      invalidation: { responsible: PERSON, default_type: 3, default_reason: 'Otro motivo' },
      windows: { credit_note_business_days: 0 },
    });
    expect(company.branding).toEqual({ logo: LOGO, color: '#0b6e4f' });
    const responsible = { name: 'Ana Ejemplo', documentType: '13', documentNumber: '012345678' };
    expect(company.invalidation).toMatchObject({ responsible, defaultType: 3, defaultReason: 'Otro motivo' });
    expect(company.windows.creditNoteBusinessDays).toBe(0);
  });

  it.each([
    [{ delivery: { smtp: {} } }, ['delivery.smtp.host', 'delivery.smtp.from']],
    [{ delivery: { smtp: { ...SMTP, host: 'correo ejemplo' } } }, ['delivery.smtp.host']],
    [{ delivery: { smtp: { ...SMTP, from: 'Tienda <dte@ejemplo.com>' } } }, ['delivery.smtp.from']],
    [{ delivery: { smtp: { ...SMTP, port: 0 } } }, ['delivery.smtp.port']],
    [{ delivery: { smtp: { ...SMTP, password: 'x' } } }, ['delivery.smtp.password']],
    [{ delivery: { fallback_email: 'nadie' } }, ['delivery.fallback_email']],
    [{ delivery: { rejections_email: 'a@b.com, c@d.com' } }, ['delivery.rejections_email']],
    [{ branding: { color: 'green' } }, ['branding.color']],
    [{ income_classes: { sale: { income_type: 11 } } }, ['income_classes.sale.income_type']],
    [{ income_classes: { purchase: { cost_type: 4 } } }, ['income_classes.purchase.cost_type']],
    [{ income_classes: { rules: [{}] } }, ['income_classes.rules[0]']],
    [{ income_classes: { rules: [{ establishment: 'X999' }] } }, ['income_classes.rules[0].establishment']],
    [
      { income_classes: { rules: [{ activity_code: '62010', purchase: { classification: 1 } }] } },
      ['income_classes.rules[0].purchase.cost_type'],
    ],
    [{ branding: { colour: '#000000' } }, ['branding.colour']],
    [{ windows: { credit_note_business_days: '90' } }, ['windows.credit_note_business_days']],
    [{ windows: { credit_note_days: 90 } }, ['windows.credit_note_days']],
    [{ export_defaults: { item_type: 4 } }, ['export_defaults.item_type']],
    [{ export_defaults: { incoterm: 'FOB' } }, ['export_defaults.incoterm']],
    [{ invalidation: [] }, ['invalidation']],
    [{ invalidation: { default_type: 3 } }, ['invalidation.default_reason']],
    [{ contingency: { type: 6 } }, ['contingency.type']],
    [{ contingency: { type: 5 } }, ['contingency.reason']],
  ])('%j has mistakes in %j', (sections, paths) => {
    expect(pathsOf(sections)).toEqual(paths);
  });

  it.each([
    [{}, ['name', 'document_type', 'document_number']],
    [{ ...PERSON, document_number: '012345679' }, ['document_number']],
    [{ ...PERSON, document_type: '36' }, []],
    [{ ...PERSON, document_type: '99' }, ['document_type']],
    [{ ...PERSON, name: 'Ana' }, ['name']],
    [{ ...PERSON, nombre: 'Ana Ejemplo' }, ['nombre']],
  ])('a person %j has mistakes in %j', (person, fields) => {
    const [one, other] = ['contingency.responsible', 'invalidation.requester'];
    expect(pathsOf({ contingency: { responsible: person } })).toEqual(
      fields.map((field) => `${one}.${field}`),
    );
    expect(pathsOf({ invalidation: { requester: person } })).toEqual(
      fields.map((field) => `${other}.${field}`),
    );
  });
});
