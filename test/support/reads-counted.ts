// Loaded into a program before its own modules: writes at its end, into the file that READS names, which files it has loaded
// and which of Node's own modules.
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const files: string[] = [];
registerHooks({
  load(url, context, next) {
    files.push(url);
    return next(url, context);
  },
});
process.once('exit', () => {
  const inside: unknown = Reflect.get(process, 'moduleLoadList');
  writeFileSync(process.env['READS'] ?? '', JSON.stringify({ files, inside }));
});
