import { describeRule } from './planted.ts';
import { impurities } from './purity.ts';

const FIELD = {
  rule: impurities,
  wrong: [
    ['const now = Date.now();', '1 Date.now'],
    ['const now = new Date();', '1 new Date()'],
    ['const now = new Date;', '1 new Date()'],
    ['const dice = Math.random();', '1 Math.random'],
    ['const home = process.env.HOME;', '1 process'],
    ['const id = crypto.randomUUID();', '1 crypto'],
    ['const start = performance.now();', '1 performance'],
    ['setTimeout(f, 1);', '1 setTimeout'],
    ['await fetch(url);', '1 fetch'],
    ['const clock = { now: Date.now };', '1 Date.now'],
    ['globalThis.x = 1;', '1 globalThis'],
  ],
  right: [
    'const at = new Date(instant);',
    'order.process();',
    'const a = { process: 1, crypto: 2 };',
    'interface A { readonly process: string; fetch(): void }',
    'const a = Math.max(1, 2);',
    '// Date.now() would be wrong here',
    "const a = 'Math.random';",
  ],
  elsewhere: ['src/storage/a.ts', 'src/core/a.test.ts'],
} as const;

describeRule('the rules of the field', { ...FIELD, path: 'src/core/a.ts' });
describeRule('an operation', { ...FIELD, path: 'src/operations/a.ts' });
