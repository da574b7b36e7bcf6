import { describeStrangers } from '../../../../test/support/route-suites.ts';

describeStrangers({ method: 'GET', path: '/suex/status/no-existe' });
