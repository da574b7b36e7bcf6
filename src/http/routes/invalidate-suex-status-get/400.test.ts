import { describeTwoHosts } from '../../../../test/support/route-suites.ts';

describeTwoHosts('/invalidate/suex/status/x');
