import { sign } from 'node:crypto'
import type { Language } from '@checkin/i18n'
import type { AccountBody } from '@checkin/internal'
import { bandColours } from '../../../documents/pdf/brand-colours.ts'
import { mailMessages } from '../../../mail/mail-messages.ts'
import type { PassFacts, PassStop } from './pass-facts.ts'

const saveAt = 'https://pay.google.com/gp/v/save/'
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const hex = (colour: string): string => `#${[...colour.matchAll(/\d+/g)].map(([channel]) => Number(channel).toString(16).padStart(2, '0')).join('')}`

/** What Google Wallet has a pass by; the same for ever. */
export const googleObjectId = ({ issuerId }: Pick<AccountBody<'google-wallet'>, 'issuerId'>, serial: string): string => `${issuerId}.${serial}`

/** A JWT that the company's service account signed (RS256). Throws for a key that is none. */
export function signedByServiceAccount({ key }: Pick<AccountBody<'google-wallet'>, 'key'>, claims: object): string {
  const text = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
}

/** The pass as an object of Google Wallet, in one language. One of a withdrawn ticket, or whose time is over, is no longer active. */
export function googleObject(facts: PassFacts, { issuerId }: Pick<AccountBody<'google-wallet'>, 'issuerId'>, language: Language) {
  const t = mailMessages(language, {})
  const said = (value: string) => ({ defaultValue: { language, value } })
  const when = ({ zoned, place }: PassStop): string => `${zoned.slice(0, 16).replace('T', ' ')}, ${place}`
  const module = (id: string, header: string, body: string) => ({ id, header, body })
  return {
    id: googleObjectId({ issuerId }, facts.serial), classId: `${issuerId}.checkin-ticket`, state: facts.isWithdrawn ? 'INACTIVE' : facts.expires.getTime() <= Date.now() ? 'EXPIRED' : 'ACTIVE',
    cardTitle: said(facts.firm), subheader: said(t('wallet.title')), header: said(facts.vehicle), hexBackgroundColor: hex(bandColours(facts.brand).background),
    barcode: { type: 'QR_CODE', value: facts.reference, alternateText: facts.reference },
    validTimeInterval: { end: { date: facts.expires.toISOString() } },
    textModulesData: [
      module('pick-up', t('wallet.pickUp'), when(facts.pickUp)), module('return', t('wallet.return'), when(facts.dropOff)),
      ...(facts.drivers === '' ? [] : [module('drivers', t('wallet.drivers'), facts.drivers)]),
    ],
  }
}

/**
 * Where Google Wallet saves the ticket: the pass itself is in the address, signed with the key of the company's service account (RS256; API-65, DEC-234), in one
 * language because an address has to be short. Throws for a key that is none.
 */
export function googlePassAddress(facts: PassFacts, account: AccountBody<'google-wallet'>, language: Language): string {
  const pass = googleObject(facts, account, language)
  const payload = { genericClasses: [{ id: pass.classId }], genericObjects: [pass] }
  return `${saveAt}${signedByServiceAccount(account, { iss: account.email, aud: 'google', typ: 'savetowallet', iat: Math.floor(Date.now() / 1000), origins: [], payload })}`
}
