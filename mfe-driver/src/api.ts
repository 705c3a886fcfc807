/** The calls of this module; no other file names an endpoint. */
export { checkDriverEmailFx, checkTaxNumberFx, findDriverFx, findPostalCodeFx, postAnalyticsFx, saveDriverFx, validateAgeFx } from '@checkin/api/client'
