import { describeFailures } from '../../../../test/support/route-suites.ts';

describeFailures({ method: 'GET', path: '/rehearsals/no-existe' });
