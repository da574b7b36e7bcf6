import { describeStrangers } from '../../../../test/support/route-suites.ts';

describeStrangers({ method: 'POST', path: '/invalidate/suex/no-existe' });
