import type { ApiFailure, Data, Input, Success } from '@checkin/api'
import { request } from '@checkin/api/client'
import type { HandOverContract } from '@checkin/api/hand-over'
import type { InvitationContract } from '@checkin/api/invitation'
import { createEffect } from 'effector'

/** The calls of this module; no other file names an endpoint. */
export { addressOf, checkDriverEmailFx, checkTaxNumberFx, findDriverFx, findPostalCodeFx, getDraftFx, getReservationFx, keepDraftFormFx, postAnalyticsFx, saveDriverFx, uploadProgressed, validateAgeFx } from '@checkin/api/client'

/** The declarations of these calls come with the first of them. */
const handOver = () => import('@checkin/api/hand-over')

const handOverEffect = <Name extends keyof HandOverContract>(name: Name) =>
  createEffect<Input<HandOverContract[Name]>, Success<Data<HandOverContract[Name]>>, ApiFailure>({
    name: `${name}Fx`, sid: `api/${name}`, handler: async (input) => request((await handOver()).handOverContract[name], input),
  })

/** API-47 to API-51, API-73 to API-75. */
export const beginHandOverFx = handOverEffect('beginHandOver')
export const readHandOverFx = handOverEffect('readHandOver')
export const answerHandOverFx = handOverEffect('answerHandOver')
export const joinHandOverFx = handOverEffect('joinHandOver')
export const sendHandOverPictureFx = handOverEffect('sendHandOverPicture')
export const beginInvitedHandOverFx = handOverEffect('beginInvitedHandOver')
export const readInvitedHandOverFx = handOverEffect('readInvitedHandOver')
export const answerInvitedHandOverFx = handOverEffect('answerInvitedHandOver')

/** Where the server says that there is something to ask for (API-48). */
export const handOverEventsPath = async (): Promise<`/${string}`> => (await handOver()).handOverEventsPath

const invitationEffect = <Name extends keyof InvitationContract>(name: Name) =>
  createEffect<Input<InvitationContract[Name]>, Success<Data<InvitationContract[Name]>>, ApiFailure>({
    name: `${name}Fx`, sid: `api/${name}`, handler: async (input) => request((await import('@checkin/api/invitation')).invitationContract[name], input),
  })

/** API-55 to API-57, API-70 to API-72, API-85 to API-88. */
export const beginInvitationFx = invitationEffect('beginInvitation')
export const readInvitationFx = invitationEffect('readInvitation')
export const withdrawInvitationFx = invitationEffect('withdrawInvitation')
export const openInvitationFx = invitationEffect('openInvitation')
export const sendInvitationCodeFx = invitationEffect('sendInvitationCode')
export const proveInvitationFx = invitationEffect('proveInvitation')
export const findInvitedPostalCodeFx = invitationEffect('findInvitedPostalCode')
export const checkInvitedTaxNumberFx = invitationEffect('checkInvitedTaxNumber')
export const validateInvitedAgeFx = invitationEffect('validateInvitedAge')
export const saveInvitedFx = invitationEffect('saveInvited')
