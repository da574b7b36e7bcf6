import { describe, expect, it } from 'vitest';
import type { Problem } from '../refusals/problem.ts';
import {
  readBranding,
  readContingency,
  readDelivery,
  readExportDefaults,
  readInvalidation,
  readWindows,
} from './file-settings.ts';
import { type ObjectSite, openObject } from './file-site.ts';

const SECTIONS = ['export_defaults', 'invalidation', 'delivery', 'branding', 'windows', 'contingency'];
const PERSON = { name: 'Ana Ejemplo', document_type: '13', document_number: '01234567-8' };

function read<T>(reader: (site: ObjectSite) => T, file: unknown) {
  const problems: Problem[] = [];
  const site = openObject(file, SECTIONS, { path: '', problems });
  if (site === null) throw new Error('not an object');
  return { settings: reader(site), paths: problems.map(({ path }) => path) };
}

describe('absent sections', () => {
  it.each([{}, { export_defaults: {}, invalidation: {}, delivery: {}, windows: {}, contingency: {} }])(
    'have their defaults: %j',
    (file) => {
      const { settings: exports } = read(readExportDefaults, file);
      expect(Object.values(exports)).toEqual([null, null, null, null, null, null]);
      const nobody = { responsible: null, requester: null };
      expect(read(readInvalidation, file).settings).toEqual({
        ...nobody,
        defaultType: 2,
        defaultReason: null,
      });
      expect(read(readDelivery, file).settings).toEqual({ fallbackEmail: null, smtp: null });
      expect(Object.values(read(readWindows, file).settings)).toEqual([null, null, null]);
      expect(read(readContingency, file)).toEqual({
        settings: { responsible: null, type: 1, reason: null },
        paths: [],
      });
    },
  );
});

describe('delivery.smtp', () => {
  const smtp = { host: 'correo.ejemplo.com', from: 'dte@ejemplo.com' };

  it.each([
    [{}, { port: 587, secure: false, user: null }],
    [{ secure: true }, { port: 465, secure: true, user: null }],
    [
      { port: 2525, secure: true, user: 'dte' },
      { port: 2525, secure: true, user: 'dte' },
    ],
  ])('with %j has %j', (changes, rest) => {
    const { settings, paths } = read(readDelivery, { delivery: { smtp: { ...smtp, ...changes } } });
    expect(settings).toEqual({ fallbackEmail: null, smtp: { ...smtp, ...rest } });
    expect(paths).toEqual([]);
  });

  it.each([
    [{}, ['delivery.smtp.host', 'delivery.smtp.from']],
    [{ ...smtp, host: 'correo ejemplo' }, ['delivery.smtp.host']],
    [{ ...smtp, from: 'Tienda <dte@ejemplo.com>' }, ['delivery.smtp.from']],
    [{ ...smtp, port: 0 }, ['delivery.smtp.port']],
    [{ ...smtp, password: 'x' }, ['delivery.smtp.password']],
  ])('%j has mistakes in %j', (file, mistakes) => {
    expect(read(readDelivery, { delivery: { smtp: file } }).paths).toEqual(mistakes);
  });
});

describe('branding', () => {
  const LOGO =
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGNk+M/AwMAAAAYDAQHl1vgPAAAAAElFTkSuQmCC';

  it('is a logo and a colour in lower case, or neither', () => {
    const { settings, paths } = read(readBranding, { branding: { logo: LOGO, color: '#0B6E4F' } });
    expect([settings, paths]).toEqual([{ logo: LOGO, color: '#0b6e4f' }, []]);
    expect(read(readBranding, {}).settings).toEqual({ logo: null, color: null });
  });

  it.each([
    [{ color: 'green' }, 'branding.color'],
    [{ color: '#0b6e4' }, 'branding.color'],
    [{ logo: 'aG9sYQ==' }, 'branding.logo'],
    [{ colour: '#000000' }, 'branding.colour'],
  ])('%j has a mistake in %s', (branding, path) => {
    expect(read(readBranding, { branding }).paths).toEqual([path]);
  });
});

describe('people', () => {
  it('have their documents as digits', () => {
    const { settings, paths } = read(readInvalidation, { invalidation: { responsible: PERSON } });
    const person = { name: 'Ana Ejemplo', documentType: '13', documentNumber: '012345678' };
    expect(settings.responsible).toEqual(person);
    expect(paths).toEqual([]);
  });

  it.each([
    [{}, ['name', 'document_type', 'document_number']],
    [{ ...PERSON, document_number: '012345679' }, ['document_number']],
    [{ ...PERSON, document_type: '36' }, []],
    [{ ...PERSON, document_type: '99' }, ['document_type']],
    [{ ...PERSON, name: 'Ana' }, ['name']],
    [{ ...PERSON, nombre: 'Ana Ejemplo' }, ['nombre']],
  ])('%j has mistakes in %j', (responsible, fields) => {
    const { paths } = read(readContingency, { contingency: { responsible } });
    expect(paths).toEqual(fields.map((field) => `contingency.responsible.${field}`));
  });
});

describe('reasons', () => {
  it('type 3 of an invalidation and type 5 of a contingency need one', () => {
    expect(read(readInvalidation, { invalidation: { default_type: 3 } }).paths).toEqual([
      'invalidation.default_reason',
    ]);
    expect(read(readContingency, { contingency: { type: 5 } }).paths).toEqual(['contingency.reason']);
  });

  it('are kept where they are given', () => {
    const invalidation = { default_type: 3, default_reason: 'Otro motivo' };
    expect(read(readInvalidation, { invalidation }).settings).toMatchObject({
      defaultType: 3,
      defaultReason: 'Otro motivo',
    });
    const contingency = { type: 5, reason: 'Inundación' };
    expect(read(readContingency, { contingency }).settings).toMatchObject({ type: 5, reason: 'Inundación' });
  });
});

describe('mistakes', () => {
  it.each([
    [readWindows, { windows: { credit_note_business_days: '90' } }, 'windows.credit_note_business_days'],
    [readWindows, { windows: { direct_invalidation_months: -1 } }, 'windows.direct_invalidation_months'],
    [readWindows, { windows: { credit_note_days: 90 } }, 'windows.credit_note_days'],
    [readDelivery, { delivery: { fallback_email: 'nadie' } }, 'delivery.fallback_email'],
    [readExportDefaults, { export_defaults: { item_type: 4 } }, 'export_defaults.item_type'],
    [readExportDefaults, { export_defaults: { incoterm: 'FOB' } }, 'export_defaults.incoterm'],
    [readContingency, { contingency: { type: 6 } }, 'contingency.type'],
    [readInvalidation, { invalidation: [] }, 'invalidation'],
  ])('are named (%#)', (reader, file, path) => {
    expect(read<unknown>(reader, file).paths).toEqual([path]);
  });

  it('windows may be closed entirely', () => {
    const windows = { credit_note_business_days: 0, direct_invalidation_months: 0 };
    expect(read(readWindows, { windows })).toEqual({
      settings: {
        creditNoteBusinessDays: 0,
        directInvalidationBusinessDay: null,
        directInvalidationMonths: 0,
      },
      paths: [],
    });
  });
});
