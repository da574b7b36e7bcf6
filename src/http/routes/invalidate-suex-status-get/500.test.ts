import { describeFailures } from '../../../../test/support/route-suites.ts';

describeFailures({ method: 'GET', path: '/invalidate/suex/status/no-existe' });
