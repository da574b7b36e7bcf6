import { describe, expect, it } from 'vitest';
import { describeRule, planted, told } from './planted.ts';
import { machineWords, oddNames, subjectlessComments, unfinishedComments, vagueNames } from './words.ts';

const machine = (text: string) => told(machineWords({ path: 'docs/a.md', text }));

describe('a comment', () => {
  it.each(['TODO', 'FIXME', 'XXX', 'HACK'])('may not say %s', (word) => {
    expect(told(unfinishedComments(planted('src/a.ts', `a;\n// ${word}: later`)))).toEqual([`2 ${word}`]);
    expect(told(unfinishedComments(planted('src/a.ts', `/** ${word} */ a;`)))).toEqual([`1 ${word}`]);
  });

  it('is what counts, not text or a longer word', () => {
    const text = "// Todo el mundo, HACKATHON, XXXL\nconst a = 'TODO';";
    expect(unfinishedComments(planted('src/a.ts', text))).toEqual([]);
  });
});

describeRule('the subject of a comment', {
  rule: subjectlessComments,
  path: 'src/a.ts',
  wrong: [
    ['// Of the company.\na;', '1 "Of"'],
    ['/** Of the company. */\na;', '1 "Of"'],
    ['/**\n * Of the company.\n */\na;', '1 "Of"'],
    ['/** And those without a key. */\na;', '1 "And"'],
    ['/** Those that live. */\na;', '1 "Those"'],
  ],
  right: ['/** The name of the company. */\na;', '/** Often asked. */\na;', "'Of the company';\na;"],
});

describe('a machine', () => {
  const folders = ['work', 'tmp', 'home', 'root'];

  it.each(folders)('is known by its folder %s', (name) => {
    expect(machine(`a\nsee /${name}/file`)).toEqual([`2 /${name}/`]);
    expect(machine(`'/${name}/x'`)).toEqual([`1 /${name}/`]);
    expect(machine(`file:///${name}/x`)).toEqual([`1 /${name}/`]);
  });

  it.each(folders)('is not known by a relative %s', (name) => {
    for (const text of [`src/${name}/a.ts`, `./${name}/a`, `../${name}/a`, `$DIR/${name}/a`]) {
      expect(machine(text)).toEqual([]);
    }
    expect(machine(`/${name}s/a`)).toEqual([]);
  });
});

/** In two pieces, so that this file does not name it either. */
const NPM = ['npmjs', 'org'].join('.');

describe('a registry', () => {
  const hosts = [`registry.${NPM}/pg`, `packages.${NPM}`, ['artifactory', 'example', 'sv/npm'].join('.')];

  it.each(hosts)('is known by https://%s', (host) => {
    expect(machine(`"resolved": "https://${host}"`)).toHaveLength(1);
  });

  it('is known without a scheme', () => {
    expect(machine(`see ${NPM}`)).toHaveLength(1);
  });

  it('is neither a hash nor a word', () => {
    expect(machine(`"integrity": "sha512-a//${'tmp'}/b=="`)).toEqual([]);
    expect(machine('The registry of refusals is registry.get(code).')).toEqual([]);
  });
});

describe('a name', () => {
  it.each([
    'src/utils/a.ts',
    'src/a/helpers.ts',
    'src/common/a.ts',
    'src/pool-manager.ts',
    'src/service.ts',
    'simulator/services/a.ts',
    'test/Utils/a.ts',
    'src/date-util.test.ts',
  ])('may not be %s', (path) => {
    expect(vagueNames(path)).toHaveLength(1);
  });

  it.each(['src/operations/uncommon.ts', 'deploy/sello.service', 'src/work/loop.ts', 'src/management.ts'])(
    'may be %s',
    (path) => {
      expect(vagueNames(path)).toEqual([]);
    },
  );

  it.each(['src/fooBar.ts', 'src/Foo.ts', 'src/foo_bar.ts', 'src/Foo/bar.ts', 'src/foo--bar.ts'])(
    'is not kebab-case: %s',
    (path) => {
      expect(oddNames(path)).toHaveLength(1);
    },
  );

  it.each(['src/foo-bar.ts', 'src/200.test.ts', 'src/a.contract.test.ts', 'docs/README.md'])(
    'is in order: %s',
    (path) => {
      expect(oddNames(path)).toEqual([]);
    },
  );
});
