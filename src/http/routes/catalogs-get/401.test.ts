import { describeStrangers } from '../../../../test/support/route-suites.ts';

describeStrangers({ method: 'GET', path: '/catalogs/incoterms' });
