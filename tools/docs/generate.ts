import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { alarmsFile } from './alarms.ts';
import { clientTypes } from './client-types.ts';
import { companyFilePage } from './company-file.ts';
import { fieldsPage } from './fields.ts';
import { glossaryPage } from './glossary.ts';
import { metricsPage } from './metrics.ts';
import { openApiText } from './openapi.ts';
import { refusalsPage } from './refusals.ts';
import { statesPage } from './states.ts';
import { transitionsPage } from './transitions.ts';

const FOLDER = resolve(import.meta.dirname, '../../docs');

writeFileSync(resolve(FOLDER, 'campos.md'), fieldsPage());
const companyFile = resolve(FOLDER, 'company-file.md');
writeFileSync(companyFile, companyFilePage(readFileSync(companyFile, 'utf8')));
writeFileSync(resolve(FOLDER, 'states.md'), statesPage());
writeFileSync(resolve(FOLDER, 'glossary.md'), glossaryPage());
writeFileSync(resolve(FOLDER, 'refusals.md'), refusalsPage());
writeFileSync(resolve(FOLDER, 'metrics.md'), metricsPage());
writeFileSync(resolve(FOLDER, 'alarms.yml'), alarmsFile());
writeFileSync(resolve(FOLDER, 'transitions.md'), transitionsPage());
const description = await openApiText();
writeFileSync(resolve(FOLDER, 'openapi.json'), description);
const types = clientTypes(JSON.parse(description));
writeFileSync(resolve(FOLDER, '../sdk/requests.ts'), types.requests);
writeFileSync(resolve(FOLDER, '../sdk/answers.ts'), types.answers);
