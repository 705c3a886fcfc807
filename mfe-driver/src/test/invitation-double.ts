import type { ApiFailure, Data, Input } from '@checkin/api'
import type { InvitationContract, InvitationState, InvitedTrip } from '@checkin/api/invitation'
import type { Effect } from 'effector'
import {
  beginInvitationFx, beginInvitationSmsFx, checkInvitedTaxNumberFx, findInvitedPostalCodeFx, openInvitationFx, proveInvitationFx, readInvitationFx, saveInvitedFx, sendInvitationCodeFx, validateInvitedAgeFx, withdrawInvitationFx,
} from '../api.ts'

type Outcome<Name extends keyof InvitationContract> = Data<InvitationContract[Name]> | ApiFailure
/** What the calls about invitations answer. */
export type InvitationFakes = { readonly [Name in keyof InvitationContract]?: Outcome<Name> | ((input: Input<InvitationContract[Name]>) => Outcome<Name> | Promise<Outcome<Name>>) }

/** What an invited driver learns. */
export const invitedTrip: InvitedTrip = {
  reservation: '', renter: 'Maria', vehicle: 'Economy', checkOut: { dateAndTime: '2026-12-01T10:30', place: 'Faro Airport' }, checkIn: { dateAndTime: '2026-12-05T18:00', place: 'Faro Airport' },
  minAge: 21, maxAge: 75, takesPictures: true,
}
const none = { state: 'none', firstName: null, expiresAt: null } as const
/** An invitation that went by text message. */
export const invitedBySms = (state: NonNullable<InvitationState['sms']>['state']): InvitationState =>
  ({ state: 'waiting', firstName: null, expiresAt: '2026-11-26T10:10:00.000Z', sms: { number: '••••••• 01', state } })
const usual: Required<InvitationFakes> = {
  beginInvitation: { token: 'i'.repeat(43), expiresAt: '2026-11-26T10:10:00.000Z' }, beginInvitationSms: invitedBySms('waiting'), readInvitation: none, withdrawInvitation: none, openInvitation: { state: 'email', trip: null },
  sendInvitationCode: { sent: true }, proveInvitation: { state: 'open', trip: invitedTrip }, saveInvited: { done: true },
  findInvitedPostalCode: [{ city: 'Faro' }], checkInvitedTaxNumber: { isValid: true }, validateInvitedAge: { fee: null },
}
const isFailure = (value: unknown): value is ApiFailure => typeof value === 'object' && value !== null && 'kind' in value && 'answer' in value

/** Handlers of these calls for `fork`, which note what was asked. */
export function invitationHandlers(fakes: InvitationFakes, calls: { readonly name: string; readonly input: unknown }[]): [Effect<unknown, unknown, unknown>, (input: unknown) => unknown][] {
  const answers: Readonly<Record<string, unknown>> = { ...usual, ...fakes }
  const effects = {
    beginInvitation: beginInvitationFx, beginInvitationSms: beginInvitationSmsFx, readInvitation: readInvitationFx, withdrawInvitation: withdrawInvitationFx, openInvitation: openInvitationFx, sendInvitationCode: sendInvitationCodeFx, proveInvitation: proveInvitationFx,
    saveInvited: saveInvitedFx, findInvitedPostalCode: findInvitedPostalCodeFx, checkInvitedTaxNumber: checkInvitedTaxNumberFx, validateInvitedAge: validateInvitedAgeFx,
  }
  return Object.entries(effects).map(([name, effect]): [unknown, (input: unknown) => unknown] => [effect, async (input: unknown) => {
    calls.push({ name, input })
    const fake = answers[name]
    const answer: unknown = await (typeof fake === 'function' ? (fake as (given: unknown) => unknown)(input) : fake)
    if (isFailure(answer)) throw answer // oxlint-disable-line typescript/only-throw-error -- the failure of an effect is data
    return { data: answer, hasError: false, status: 200, error: null }
  }]) as [Effect<unknown, unknown, unknown>, (input: unknown) => unknown][]
}
