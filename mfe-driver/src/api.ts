/** The calls of this module; no other file names an endpoint. */
export { checkDriverEmailFx, checkTaxNumberFx, findDriverFx, findPostalCodeFx, getDraftFx, getReservationFx, keepDraftFormFx, postAnalyticsFx, saveDriverFx, uploadProgressed, validateAgeFx } from '@checkin/api/client'
export { answerHandOverFx, beginHandOverFx, joinHandOverFx, readHandOverFx, sendHandOverPictureFx } from './hand-over/calls.ts'
