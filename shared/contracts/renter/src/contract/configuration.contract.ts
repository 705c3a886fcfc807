import * as z from 'zod/mini'
import { Config, Country, DocumentType, FieldRules, Nationality } from '../entities/configuration.schema.ts'
import { endpoint } from './endpoint.ts'

/** API-01: the tenant's configuration, asked before the first navigation. */
export const getConfig = endpoint({ name: 'getConfig', method: 'GET', path: '/config', access: 'open', answer: Config, errors: [] })

/** API-02: countries with phone prefixes and what of theirs is checked. */
export const listCountries = endpoint({ name: 'listCountries', method: 'GET', path: '/countries', access: 'open', answer: z.array(Country), errors: [] })

/** API-03: kinds of identity documents. */
export const listDocumentTypes = endpoint({ name: 'listDocumentTypes', method: 'GET', path: '/documenttypes', access: 'open', answer: z.array(DocumentType), errors: [] })

/** API-04: field rules of both drivers. */
export const getFieldRules = endpoint({ name: 'getFieldRules', method: 'GET', path: '/fields', access: 'open', answer: FieldRules, errors: [] })

/** API-05: nationalities. */
export const listNationalities = endpoint({ name: 'listNationalities', method: 'GET', path: '/nationality', access: 'open', answer: z.array(Nationality), errors: [] })
