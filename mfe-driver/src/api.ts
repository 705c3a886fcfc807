import type { ApiFailure, Data, Input, Success } from '@checkin/api'
import { request } from '@checkin/api/client'
import type { HandOverContract } from '@checkin/api/hand-over'
import type { InvitationContract } from '@checkin/api/invitation'
import { createEffect } from 'effector'

/** The calls of this module; no other file names an endpoint. */
export { addressOf, checkDriverEmailFx, checkTaxNumberFx, findDriverFx, findPostalCodeFx, getDraftFx, getReservationFx, keepDraftFormFx, postAnalyticsFx, saveDriverFx, uploadProgressed, validateAgeFx } from '@checkin/api/client'

/** The declarations of these calls come with the first of them. */
const late = () => import('./late-calls.ts')
type LateContract = HandOverContract & InvitationContract

const lateEffect = <Name extends keyof LateContract>(name: Name) =>
  createEffect<Input<LateContract[Name]>, Success<Data<LateContract[Name]>>, ApiFailure>({
    name: `${name}Fx`, sid: `api/${name}`,
    handler: async (input) => {
      const { handOverContract, invitationContract } = await late()
      const contract: LateContract = { ...handOverContract, ...invitationContract }
      return request(contract[name], input)
    },
  })

/** API-47 to API-51, API-73 to API-75. */
export const beginHandOverFx = lateEffect('beginHandOver')
export const readHandOverFx = lateEffect('readHandOver')
export const answerHandOverFx = lateEffect('answerHandOver')
export const joinHandOverFx = lateEffect('joinHandOver')
export const sendHandOverPictureFx = lateEffect('sendHandOverPicture')
export const beginInvitedHandOverFx = lateEffect('beginInvitedHandOver')
export const readInvitedHandOverFx = lateEffect('readInvitedHandOver')
export const answerInvitedHandOverFx = lateEffect('answerInvitedHandOver')

/** Where the server says that there is something to ask for (API-48). */
export const handOverEventsPath = async (): Promise<`/${string}`> => (await late()).handOverEventsPath

/** API-55 to API-57, API-70 to API-72, API-85 to API-88, API-91. */
export const beginInvitationFx = lateEffect('beginInvitation')
export const beginInvitationSmsFx = lateEffect('beginInvitationSms')
export const readInvitationFx = lateEffect('readInvitation')
export const withdrawInvitationFx = lateEffect('withdrawInvitation')
export const openInvitationFx = lateEffect('openInvitation')
export const sendInvitationCodeFx = lateEffect('sendInvitationCode')
export const proveInvitationFx = lateEffect('proveInvitation')
export const findInvitedPostalCodeFx = lateEffect('findInvitedPostalCode')
export const checkInvitedTaxNumberFx = lateEffect('checkInvitedTaxNumber')
export const validateInvitedAgeFx = lateEffect('validateInvitedAge')
export const saveInvitedFx = lateEffect('saveInvited')
