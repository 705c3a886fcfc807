import type { Draft, DraftForm } from '@checkin/api'
import type { Database } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import { sealedFor } from '../database/seal.ts'
import type { Session } from './session-store.ts'
import type { Work } from '../tenants/due-work.ts'

/** Forms that a reservation can have a draft of; the screens have twelve. Nobody fills the database by inventing names. */
const mostForms = 24

type Named = Pick<Session, 'tenantId' | 'reservationId'>

/** What renters have typed and not saved: sealed with a key from the environment, so that the database alone reveals nothing (DEC-18). */
export interface Drafts {
  readonly read: (session: Named) => Promise<Draft>
  /** Keeps one form instead of what was kept of it; false when there was nothing to keep, or too many forms are kept already. */
  readonly keep: (session: Named, form: DraftForm) => Promise<boolean>
  /** Removes what nobody came back for within a week. */
  readonly cleanUp: (tenantId: string) => Promise<void>
}

const keptSeconds = 7 * 24 * 3600

/** When a cleanup of drafts has something to do. */
export const oldDrafts: Work = { kind: 'drafts', leadSeconds: -keptSeconds }

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')

export function createDrafts(database: Database<Tables>, secret: string): Drafts {
  const ring = sealedFor(secret, 'checkin drafts')
  const owner = ({ tenantId, reservationId }: Named, form: string): string => `${tenantId} ${reservationId} ${form}`
  return {
    read: (session) => database.readTenant(session.tenantId, async (reader) => {
      const rows = await reader.selectFrom('form_draft').where('tenant_id', '=', session.tenantId).where('reservation_id', '=', session.reservationId)
        .select(['form', 'sealed_texts']).orderBy('form').execute()
      const forms = rows.flatMap(({ form, sealed_texts: sealed }) => {
        const texts: unknown = JSON.parse(ring.unseal(owner(session, form), sealed).toString('utf8'))
        return isTexts(texts) ? [{ form, texts }] : []
      })
      return { forms }
    }),

    keep: (session, { form, texts }) => database.withTenant(session.tenantId, async (transaction) => {
      const filled = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
      if (Object.keys(filled).length === 0) {
        await forget(transaction, session, (name) => name === form)
        return false
      }
      const others = await transaction.selectFrom('form_draft').where('tenant_id', '=', session.tenantId).where('reservation_id', '=', session.reservationId)
        .where('form', '!=', form).select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
      if (Number(others.count) >= mostForms) return false
      const sealed = ring.seal(owner(session, form), Buffer.from(JSON.stringify(filled)))
      await transaction.insertInto('form_draft').values({ tenant_id: session.tenantId, reservation_id: session.reservationId, form, sealed_texts: sealed })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'reservation_id', 'form']).doUpdateSet({ sealed_texts: sealed, updated_at: sql<Date>`now()` })).execute()
      return true
    }),

    cleanUp: (tenantId) => database.withTenant(tenantId, async (transaction) => {
      await transaction.deleteFrom('form_draft').where('tenant_id', '=', tenantId).where('updated_at', '<', sql<Date>`now() - make_interval(secs => ${keptSeconds})`).execute()
    }),
  }
}

async function forget(transaction: Transaction<Tables>, { tenantId, reservationId }: Named, isMeant: (form: string) => boolean): Promise<void> {
  const rows = await transaction.selectFrom('form_draft').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).select('form').execute()
  const gone = rows.map(({ form }) => form).filter(isMeant)
  if (gone.length === 0) return
  await transaction.deleteFrom('form_draft').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('form', 'in', gone).execute()
}

/** What was typed about a driver is saved: the draft of that driver's forms has done its work. */
export const forgetDriverDraft = (transaction: Transaction<Tables>, session: Named, role: 'main' | 'additional'): Promise<void> =>
  forget(transaction, session, (form) => form.split('/').includes(role))
