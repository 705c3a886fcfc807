import { translator } from '@checkin/i18n'
import i18next from 'i18next'
import { sample } from 'effector'
import { alertRaised } from '../feedback/alert.model.ts'
import { turnedAway } from './help.model.ts'
import { supportNamespace, type SupportKey } from './words.ts'

// DEC-187: whoever opens the address of a screen in a tab without a session reads why the first screen came. It stays until the renter acts.
sample({
  clock: turnedAway,
  fn: () => ({ key: 'Notice.findFirst', state: 'info' as const, stays: true, text: translator<SupportKey>(i18next, supportNamespace)('Notice.findFirst') }),
  target: alertRaised,
})
