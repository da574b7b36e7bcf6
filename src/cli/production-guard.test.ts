import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../test/support/example-company.ts';
import { readSettings } from '../config/settings.ts';
import { productionAmong, productionIsSimulated, refuseProduction } from './production-guard.ts';

function simulated(url: string): boolean {
  const reading = readSettings({ SELLO_HACIENDA_PRODUCTION_URL: url }, '/srv');
  return reading.kind === 'settings' && productionIsSimulated(reading.settings);
}

describe('productionIsSimulated', () => {
  it.each(['http://127.0.0.1:9', 'http://localhost:9', 'https://127.1.2.3', 'http://[::1]:9'])(
    'is so at %s',
    (url) => {
      expect(simulated(url)).toBe(true);
    },
  );

  it.each(['https://api.dtes.mh.gob.sv', 'https://127.0.0.1.example.com', 'https://localhost.example'])(
    'is not so at %s',
    (url) => {
      expect(simulated(url)).toBe(false);
    },
  );
});

describe('refuseProduction', () => {
  const company = (environment: string, slug: string) => ({
    companyId: slug,
    company: exampleCompany({ environment, slug }),
  });

  it('lets test companies pass and names the first production company', () => {
    expect(() =>
      refuseProduction(productionAmong([company('00', 'prueba')]), 'this is the sandbox'),
    ).not.toThrow();
    expect(() =>
      refuseProduction(
        productionAmong([company('00', 'prueba'), company('01', 'real')]),
        'this is the sandbox',
      ),
    ).toThrow('real is a production company (environment 01) and this is the sandbox:');
  });
});
