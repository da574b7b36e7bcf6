import { describe, expect, it } from 'vitest';
import type { Lockfile } from './lockfile.ts';
import { productionBill } from './production-bill.ts';

const lock: Lockfile = {
  '': { version: '0.1.0', dependencies: { mail: '1.0.0', 'png-js': '2.0.0' } },
  'node_modules/mail': { version: '1.0.0', license: 'MIT-0' },
  'node_modules/png-js': { version: '2.0.0' },
  'node_modules/smtp': { version: '1.0.0', dev: true, dependencies: { mail: '1.0.0' } },
};
const MAIL = { 'bom-ref': 'mail@1.0.0', licenses: [{ license: { id: 'MIT-0' } }] };
const everything = {
  bomFormat: 'CycloneDX',
  metadata: { timestamp: 'now', component: { name: 'folder', version: '0.1.0' } },
  components: [MAIL, { 'bom-ref': 'png-js@2.0.0' }, { 'bom-ref': 'smtp@1.0.0' }],
  dependencies: [
    { ref: 'sello@0.1.0', dependsOn: ['mail@1.0.0', 'smtp@1.0.0', 'png-js@2.0.0'] },
    { ref: 'smtp@1.0.0', dependsOn: ['mail@1.0.0'] },
    { ref: 'mail@1.0.0' },
  ],
};

describe('the bill of materials', () => {
  it('names what comes into production, also where development needs it too', () => {
    expect(productionBill(everything, lock)).toEqual({
      bomFormat: 'CycloneDX',
      metadata: { timestamp: 'now', component: { name: 'sello', version: '0.1.0' } },
      components: [MAIL, { 'bom-ref': 'png-js@2.0.0', licenses: [{ license: { id: 'MIT' } }] }],
      dependencies: [
        { ref: 'sello@0.1.0', dependsOn: ['mail@1.0.0', 'png-js@2.0.0'] },
        { ref: 'mail@1.0.0', dependsOn: [] },
      ],
    });
  });

  it('fails where npm leaves a package out', () => {
    const short = { ...everything, components: [MAIL] };
    expect(() => productionBill(short, lock)).toThrow('lacks png-js@2.0.0');
  });
});
