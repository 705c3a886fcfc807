import { expect, it } from 'vitest'
import { bareSettings } from '../onboarding/new-tenant.ts'
import { typedChannel, typedSettings } from './typed-settings.ts'

it.each([
  ['no country is no channel, whatever number stands beside it', { countries: [], perHour: 5 }, null],
  ['a channel that was never there stays none', { countries: undefined, perHour: undefined }, null],
  ['countries without a number have the usual one', { countries: ['PT'], perHour: null }, { countries: ['PT'], perHour: 100, uses: ['codes'] }],
  ['all are as typed', { countries: ['PT', 'ES'], perHour: 7, uses: ['codes', 'links', 'invitations'] }, { countries: ['PT', 'ES'], perHour: 7, uses: ['codes', 'links', 'invitations'] }],
  ['what they bring is codes where nothing is chosen (DEC-281)', { countries: ['PT'], perHour: 7, uses: [] }, { countries: ['PT'], perHour: 7, uses: ['codes'] }],
] as const)('text messages: %s (DEC-284)', (_case, typed, kept) => {
  expect(typedChannel(typed as Parameters<typeof typedChannel>[0])).toEqual(kept)
})

it.each([
  ['two empty colours are the standard button', { color: '', backgroundColor: '' }, null],
  ['of one colour the other is the standard\'s', { color: '', backgroundColor: '#0a5' }, { color: '#fff', backgroundColor: '#0a5' }],
  ['both are as typed', { color: '#000', backgroundColor: '#fd0' }, { color: '#000', backgroundColor: '#fd0' }],
])('buttons: %s (DEC-330)', (_case, primaryBtn, kept) => {
  expect(typedSettings(bareSettings, { primaryBtn }).primaryBtn).toEqual(kept)
})
