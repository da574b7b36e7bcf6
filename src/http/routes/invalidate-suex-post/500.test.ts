import { describeFailures } from '../../../../test/support/route-suites.ts';

describeFailures({ method: 'POST', path: '/invalidate/suex/no-existe' });
