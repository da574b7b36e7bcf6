import { describe, expect, it } from 'vitest';
import {
  foldersOf,
  type Manifest,
  manifestProblems,
  PACKAGE_FOLDERS,
  strayPackages,
  undocumentedPackages,
} from './packages.ts';
import { planted, told } from './planted.ts';

const dependencies = Object.fromEntries(Object.keys(PACKAGE_FOLDERS).map((name) => [name, '1.2.3']));
const manifest: Manifest = {
  dependencies,
  optionalDependencies: { '@embedded/linux': '18.4.0-beta.17' },
  devDependencies: { vitest: '5.1.0' },
};
const users = Object.entries(PACKAGE_FOLDERS).map(([name, folder], index) =>
  planted(`${folder}/user-${index}.ts`, `import x from '${name}';`),
);
const messages = (changed: Manifest, files = users) =>
  manifestProblems(changed, files).map(({ message }) => message);

describe('an imported package', () => {
  it.each([
    ['src/http/a.ts', 'pg', 'pg belongs to src/storage'],
    ['simulator/a.ts', 'undici', 'undici belongs to src/hacienda'],
    ['src/storage/a.ts', 'left-pad', 'left-pad is not declared in package.json for this use'],
    ['src/storage/a.ts', 'vitest', 'vitest is not declared in package.json for this use'],
    ['test/a.test.ts', 'left-pad', 'left-pad is not declared in package.json for this use'],
  ])('in %s may not be %s', (path, name, message) => {
    expect(told(strayPackages(planted(path, `import x from '${name}';`), manifest))).toEqual([
      `1 ${message}`,
    ]);
  });

  it.each([
    ['src/storage/sub/a.ts', 'pg'],
    ['src/storage/a.ts', '@embedded/linux'],
    ['src/storage/a.ts', 'node:fs'],
    ['src/http/a.test.ts', 'vitest'],
    ['test/a.ts', 'pg'],
  ])('in %s may be %s', (path, name) => {
    expect(strayPackages(planted(path, `import x from '${name}';`), manifest)).toEqual([]);
  });
});

describe('package.json', () => {
  it('is in order when each package has its folder and a user', () => {
    expect(messages(manifest)).toEqual([]);
  });

  it.each(['^1.2.3', '~1.2.3', '1.2', '*', 'latest', '>=1.0.0', 'git+https://example.sv/x.git'])(
    'may not ask for %s',
    (version) => {
      const loose = { ...manifest, devDependencies: { vitest: version } };
      expect(messages(loose)).toEqual([`vitest@${version}: give the exact version`]);
    },
  );

  it('may not hold a package without a folder or a user', () => {
    const more = { ...manifest, dependencies: { ...dependencies, extra: '1.0.0' } };
    expect(messages(more)).toEqual(
      expect.arrayContaining([
        'extra has no folder in test/tidy/packages.ts',
        'extra is imported by nobody: remove it',
      ]),
    );
  });

  it('may not lack a package of the table', () => {
    const { pg, ...rest } = dependencies;
    expect(pg).toBe('1.2.3');
    expect(messages({ ...manifest, dependencies: rest })).toEqual([
      'pg has a folder in test/tidy/packages.ts and is no dependency: remove it there',
    ]);
  });

  it('may not hold fifteen runtime packages', () => {
    const names = Array.from({ length: 15 }, (_, index) => [`p${index}`, '1.0.0']);
    const many = { ...manifest, dependencies: Object.fromEntries(names) };
    expect(messages(many)).toContain('15 runtime packages: 14 at most');
  });
});

describe('docs/dependencies.md', () => {
  const row = (name: string, ...folders: readonly string[]) => {
    const cell = (folders.length === 0 ? foldersOf(name) : folders)
      .map((folder) => `\`${folder}\``)
      .join(', ');
    return cell === '' ? `| \`${name}\` | because |` : `| \`${name}\` | ${cell} | because |`;
  };
  const rows = [...Object.keys(dependencies).map((name) => row(name)), row('@embedded/*')];
  const check = (lines: readonly string[]) => told(undocumentedPackages(lines.join('\n'), manifest));

  it('is in order with a row for each package, and others that are installed', () => {
    expect(
      check(['# Title', '| package | reason |', '|---|---|', ...rows, row('vitest'), 'uses `x`']),
    ).toEqual([]);
  });

  it('takes several packages in one cell', () => {
    expect(check([...rows, '| `vitest`, `gone` | because |'])).toEqual([
      `${rows.length + 1} gone is not in package.json`,
    ]);
  });

  it('may neither miss a package nor tell of one that is gone', () => {
    const [first] = Object.keys(dependencies);
    expect(check(rows.slice(1))).toEqual([`0 ${first} is missing`]);
    expect(check(rows.slice(0, -1))).toEqual(['0 @embedded/linux is missing']);
    expect(check([...rows, row('gone/*')])).toEqual([`${rows.length + 1} gone/* is not in package.json`]);
  });

  it('may not name another folder than the imports are held to', () => {
    const [first = ''] = Object.keys(dependencies);
    expect(check([row(first, 'src/paper'), ...rows.slice(1)])).toEqual([`1 ${first}`]);
    expect(check([`| \`${first}\` | because |`, ...rows.slice(1)])).toEqual([`1 ${first}`]);
    expect(check([...rows.filter((one) => one !== row('fastify')), row('fastify', 'src/http')])).toEqual([
      `${rows.length} fastify`,
    ]);
  });
});
