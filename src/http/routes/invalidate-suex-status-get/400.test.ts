import { describeMisspelt } from '../../../../test/support/route-suites.ts';

describeMisspelt('/invalidate/suex/status/x');
