import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Lockfile, productionPlaces, readLockfile } from '../../tools/check/lockfile.ts';
import { lockProblems, unstatedWeights } from './lock.ts';
import { told } from './planted.ts';

const integrity = 'sha512-abc';
const plain = { version: '1.0.0', license: 'MIT', integrity };
const lock: Lockfile = {
  '': { dependencies: { web: '1.0.0', log: '1.0.0' }, optionalDependencies: { 'node-linux': '1.0.0' } },
  'node_modules/web': { ...plain, dependencies: { log: '1', ms: '1', gone: '1' } },
  'node_modules/web/node_modules/ms': { ...plain, peerDependencies: { peer: '1', other: '1' } },
  'node_modules/peer': plain,
  'node_modules/log': { ...plain, dependencies: { ms: '2' } },
  'node_modules/ms': plain,
  'node_modules/node-linux': plain,
  'node_modules/test': { dev: true, license: 'GPL-3.0', hasInstallScript: true },
};
const NPMRC = 'fund=false\nignore-scripts=true\n';
const withPlaces = (more: Lockfile) => told(lockProblems({ ...lock, ...more }, NPMRC));

describe('what comes into production', () => {
  it('is in order with known licences, hashes and no script, whatever development has', () => {
    expect(withPlaces({})).toEqual([]);
  });

  it.each(['GPL-3.0', 'SEE LICENSE IN x', '(MIT AND GPL-3.0)', undefined])(
    'may not be under %s',
    (license) => {
      expect(
        withPlaces({ 'node_modules/ms': { integrity, ...(license === undefined ? {} : { license }) } }),
      ).toEqual([expect.stringMatching(/^0 node_modules\/ms/)]);
    },
  );

  it('may be under a choice of licences, or under one that only its files name', () => {
    expect(withPlaces({ 'node_modules/ms': { ...plain, license: '(GPL-3.0 OR Apache-2.0)' } })).toEqual([]);
    const dependencies = { 'png-js': '2.0.0' };
    expect(withPlaces({ '': { dependencies }, 'node_modules/png-js': { integrity } })).toEqual([]);
  });

  it.each([undefined, 'sha1-abc'])('has a strong hash, which %s is not', (weak) => {
    const ms = { license: 'MIT', ...(weak === undefined ? {} : { integrity: weak }) };
    expect(withPlaces({ 'node_modules/ms': ms })).toEqual([expect.stringMatching(/^0 node_modules\/ms/)]);
  });

  it('has no install script, beside those of packages that work without', () => {
    const scripted = { ...plain, hasInstallScript: true };
    expect(withPlaces({ 'node_modules/ms': scripted })).toEqual([
      expect.stringMatching(/^0 node_modules\/ms/),
    ]);
    const dependencies = { '@scarf/scarf': '1.0.0' };
    expect(withPlaces({ '': { dependencies }, 'node_modules/@scarf/scarf': scripted })).toEqual([]);
    expect(told(lockProblems(lock, 'ignore-scripts=false'))).toEqual([expect.stringMatching(/script/)]);
  });

  it('is fewer than a hundred packages', () => {
    const names = Array.from({ length: 100 }, (_, index) => `p${index}`);
    const dependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']));
    const places = Object.fromEntries(names.map((name) => [`node_modules/${name}`, plain]));
    expect(withPlaces({ '': { dependencies }, ...places })).toEqual([
      expect.stringMatching('100 packages in production'),
    ]);
  });

  it('is what npm takes for it', () => {
    const real = readLockfile(readFileSync(`${import.meta.dirname}/../../package-lock.json`, 'utf8'));
    const ours = Object.keys(real).filter((place) => place !== '' && real[place]?.dev !== true);
    expect(productionPlaces(real)).toEqual(ours.sort());
  });
});

describe('docs/dependencies.md', () => {
  const SUM = 'They are 5 packages in production, 6 with the optional ones.';
  const WEB = '| `web` | `src/http` | 4, 2 alone: `peer` | because |';
  const LOG = '| `log` | `src/log` | 1, 0 alone | because |';
  const check = (...lines: readonly string[]) => told(unstatedWeights(lines.join('\n'), lock));

  it('says of each dependency what it brings', () => {
    expect(check(SUM, WEB, LOG)).toEqual([]);
  });

  it('may neither say another number nor name what does not come', () => {
    expect(check(SUM, WEB.replace('4,', '5,'), LOG)).toEqual(['2 web brings 4, 2 alone']);
    expect(check(SUM, WEB.replace('2 alone', '3 alone'), LOG)).toEqual(['2 web brings 4, 2 alone']);
    expect(check(SUM, WEB.replace('peer', 'yargs'), LOG)).toEqual(['2 web does not bring yargs']);
    expect(check(SUM, LOG)).toEqual(['0 web brings 4, 2 alone']);
    expect(check('They are few.', WEB, LOG)).toEqual(['0 they are 5 packages in production, 6 with']);
  });
});
