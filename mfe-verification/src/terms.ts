import { $config, $terms } from '@checkin/flow'
import { createTerms } from '@checkin/terms'
import { acceptTermsFx, downloadTermsFx, listTermsFx } from './api.ts'
import { publishFailures } from './failures.ts'

/** The terms as the screens of this module show them and record their acceptance. */
export const terms = createTerms({ $config, $terms, acceptTermsFx, downloadTermsFx, listTermsFx, publishFailures })
