import { describeCall } from '@checkin/http'
import * as z from 'zod/mini'
import { Config, Country, DocumentType, FieldRules, Nationality } from '../entities/configuration.schema.ts'
import { endpoint } from './endpoint.ts'

/** API-01: the tenant's configuration, asked before the first navigation. */
export const getConfig = endpoint({ name: 'getConfig', method: 'GET', path: '/config', access: 'open', answer: Config, errors: [] })
/* @__PURE__ */ describeCall(getConfig, "The rental company's configuration")

/** API-02: countries with phone prefixes and what of theirs is checked. */
export const listCountries = endpoint({ name: 'listCountries', method: 'GET', path: '/countries', access: 'open', answer: z.array(Country), errors: [] })
/* @__PURE__ */ describeCall(listCountries, 'Countries, their phone prefixes and what of theirs is checked')

/** API-03: kinds of identity documents. */
export const listDocumentTypes = endpoint({ name: 'listDocumentTypes', method: 'GET', path: '/documenttypes', access: 'open', answer: z.array(DocumentType), errors: [] })
/* @__PURE__ */ describeCall(listDocumentTypes, 'Kinds of identity documents')

/** API-04: field rules of both drivers. */
export const getFieldRules = endpoint({ name: 'getFieldRules', method: 'GET', path: '/fields', access: 'open', answer: FieldRules, errors: [] })
/* @__PURE__ */ describeCall(getFieldRules, 'Which fields of a driver are shown and needed')

/** API-05: nationalities. */
export const listNationalities = endpoint({ name: 'listNationalities', method: 'GET', path: '/nationality', access: 'open', answer: z.array(Nationality), errors: [] })
/* @__PURE__ */ describeCall(listNationalities, 'Nationalities')
