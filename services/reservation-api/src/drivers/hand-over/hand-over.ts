import { randomUUIDv7, timingSafeEqual } from 'node:crypto'
import type { HandOverSide, HandOverState, PhoneState } from '@checkin/api/hand-over'
import { currentSecret, openWithAny, ServiceError, type Database } from '@checkin/server'
import type { Transaction } from 'kysely'
import { keyFor, seal, unseal } from '../../database/seal.ts'
import { pictureFrom, type ImageReader } from '../../documents/images/image-reader.ts'
import type { GuardLimits } from '../../identity/guard.ts'
import { holdGuard, recordMiss } from '../../identity/guard-store.ts'
import { isToken, tokenHash } from '../../identity/opaque-token.ts'
import type { Session, SessionLifetime } from '../../identity/session-store.ts'
import { isReadOnlyFor, reservationOf } from '../../reservations/own-reservation.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'
import { takesPictures } from '../driver-objections.ts'
import { refusedData, slowPictures } from '../save-checks.ts'
import type { Tables } from '../tables.ts'
import {
  begunWithinHour, claimHandOver, confirmHandOver, countPicture, countWrongNumber, endHandOvers, handOverLimits, keepHandedPicture, liveHandOver, liveVersion, openHandOver, picturesToTake, sessionPage, type Page,
} from './hand-over-store.ts'

export interface HandOverDependencies {
  readonly database: Database<Tables>
  readonly reader: ImageReader
  /** Together with the token it seals the pictures on their way. */
  readonly secret: string
  readonly settings: { readonly session: SessionLifetime; readonly link: GuardLimits }
}

/** Who comes with a token and no session. */
export interface Phone {
  readonly tenantId: string
  readonly address: string
  readonly token: string
  readonly key: string
}

const unknown = () => new ServiceError(404, 'LinkUnknown', 'There is nothing at this code')
const tooMany = (seconds: number) => new ServiceError(429, 'TooManyRequests', 'Too many requests, try again later', { headers: { 'retry-after': String(seconds) } })
const keyOf = (secret: string, token: string): Buffer => keyFor(`${secret} ${token}`, 'checkin picture hand-over')
const openedPicture = (secret: string, token: string, id: string, sealed: Buffer): Buffer => openWithAny(secret, (each) => unseal(keyOf(each, token), id, sealed))
const areSame = (hash: Buffer, text: string): boolean => timingSafeEqual(hash, tokenHash(text))

type Live = NonNullable<Awaited<ReturnType<typeof liveHandOver>>>

/** Whether a tenant's renters have a use for pictures, and may take them by phone. */
const isOffered = (tenant: Tenant): boolean => tenant.settings.pictureHandOver && (takesPictures(tenant) || tenant.settings.isDocumentScanAvailable)
const requireOffered = (tenant: Tenant): void => {
  if (!isOffered(tenant)) throw new ServiceError(409, 'ModuleOff', 'Pictures are not taken by phone here')
}

async function openOne(transaction: Transaction<Tables>, page: Page, sides: readonly HandOverSide[]) {
  if (await begunWithinHour(transaction, page) >= handOverLimits.perHour) throw tooMany(600)
  return openHandOver(transaction, page, sides)
}

/** Taking pictures of documents by a phone that has no session (DEC-204, DEC-240, API-47 to API-51, API-73 to API-75). Every refusal of the phone is one and the same 404. */
export function createHandOvers({ database, reader, secret, settings }: HandOverDependencies) {
  /** The way of this very page; the token alone opens nothing on the first device's side. */
  const ownOf = async (transaction: Transaction<Tables>, { tenantId, column, id }: Page, token: string): Promise<Live | null> => {
    const row = isToken(token) ? await liveHandOver(transaction, tenantId, token, settings.session) : null
    return row?.[column] === id ? row : null
  }

  /** What a phone asks for by token and key. A miss is counted for its address, in a transaction that stays. */
  async function byPhone<Result>({ tenantId, address, token, key }: Phone, ask: (transaction: Transaction<Tables>, row: Live) => Promise<Result>): Promise<Result> {
    const found = await database.withTenant(tenantId, async (transaction): Promise<{ readonly result: Result } | number> => {
      const row = isToken(token) ? await liveHandOver(transaction, tenantId, token, settings.session) : null
      if (row && (row.phone_hash === null || areSame(row.phone_hash, key))) return { result: await ask(transaction, row) }
      const guard = await holdGuard(transaction, { tenantId, kind: 'link', subject: address })
      if (guard.locked) return settings.link.lockSeconds
      await recordMiss(transaction, guard, settings.link)
      return 0
    })
    if (typeof found !== 'number') return found.result
    throw found > 0 ? tooMany(found) : unknown()
  }

  return {
    /** Opens a way for one phone. Throws 409 where the tenant has it not, or nothing can be changed any more; 429 for too many. */
    begin: (tenant: Tenant, session: Session, sides: readonly HandOverSide[]) => database.withTenant(tenant.id, async (transaction) => {
      requireOffered(tenant)
      const { row } = await reservationOf(transaction, session)
      if (row.has_rental_agreement) throw new ServiceError(409, 'HasRentalAgreement', 'The reservation already has a rental agreement')
      if (isReadOnlyFor(row, session.id)) throw new ServiceError(409, 'ReadOnlySession', 'The check-in is completed')
      return openOne(transaction, sessionPage(session), sides)
    }),

    /** Opens a way to the page of an invited driver, whose link was good and whose browser proved just now (DEC-240). Throws 409 where the tenant has it not, 429 for too many. */
    beginInvited: (tenant: Tenant, page: Page, sides: readonly HandOverSide[]) => database.withTenant(tenant.id, (transaction) => {
      requireOffered(tenant)
      return openOne(transaction, page, sides)
    }),

    /** How it stands, and the pictures that came and are not among `taken`. */
    read: (page: Page, token: string, taken: readonly string[]) => database.withTenant(page.tenantId, async (transaction): Promise<HandOverState> => {
      const row = await ownOf(transaction, page, token)
      if (!row) return { state: 'ended', pictures: [] }
      const pictures = await picturesToTake(transaction, row, taken)
      return { state: stateOf(row), pictures: pictures.map(({ id, side, sealed }) => ({ id, side, image: openedPicture(secret, token, id, sealed).toString('base64') })) }
    }),

    /** The number that the phone shows; null ends it, and so does a third wrong one. */
    answer: (page: Page, token: string, number: string | null) => database.withTenant(page.tenantId, async (transaction): Promise<HandOverState['state']> => {
      const row = await ownOf(transaction, page, token)
      if (!row) return 'ended'
      const isRight = number !== null && row.number !== null && number === row.number
      if (isRight) {
        if (!row.confirmed_at) await confirmHandOver(transaction, row)
        return 'open'
      }
      if (number !== null && row.tries + 1 < handOverLimits.wrongNumbers) {
        await countWrongNumber(transaction, row)
        return stateOf(row)
      }
      await endHandOvers(transaction, page.tenantId, (eb) => eb.and({ id: row.id }))
      return 'ended'
    }),

    /** A phone comes, or asks again: the first one with a token is the only one. */
    join: (phone: Phone) => byPhone(phone, async (transaction, row): Promise<PhoneState> => {
      const number = row.number ?? await claimHandOver(transaction, row, phone.key)
      return row.confirmed_at ? { state: 'open', number: null, sides: row.sides } : { state: 'number', number, sides: row.sides }
    }),

    /** One picture: counted before it is decoded, read by the process that reads every picture, and kept sealed until the first device has it. */
    send: async (phone: Phone, side: HandOverSide, image: string): Promise<void> => {
      const requireOpen = (row: Live): void => {
        if (row.phone_hash === null) throw unknown()
        if (!row.confirmed_at) throw new ServiceError(403, 'CodeRequired', 'Confirm the number on the first device before')
        if (!row.sides.includes(side)) throw refusedData([{ path: 'side', code: 'invalid' }])
      }
      await byPhone(phone, async (transaction, row) => {
        requireOpen(row)
        if (row.sent >= handOverLimits.pictures) throw tooMany(600)
        await countPicture(transaction, row)
      })
      const picture = await pictureFrom(image, reader)
      if (picture.kind === 'slow') throw slowPictures(['image'])
      if (picture.kind === 'refused') throw refusedData([{ path: 'image', code: 'invalid' }])
      await byPhone(phone, async (transaction, row) => {
        requireOpen(row)
        const id = randomUUIDv7()
        await keepHandedPicture(transaction, row, { id, side, sealed: seal(keyOf(currentSecret(secret), phone.token), id, picture.bytes) })
      })
    },

    /** Changes whenever the page of a session has something to ask for; null when there is nothing to wait for. */
    version: (session: Session) => database.withTenant(session.tenantId, (transaction) => liveVersion(transaction, session, settings.session)),
  }
}
export type HandOvers = ReturnType<typeof createHandOvers>

const stateOf = ({ confirmed_at: confirmed, phone_hash: phone }: Live): HandOverState['state'] => (confirmed ? 'open' : phone ? 'number' : 'waiting')
