import { logoProblemWords, type LogoProblem, type TenantSettings } from '@checkin/internal'
import { ServiceError } from '@checkin/server'
import { sql, type Kysely } from 'kysely'
import { pictureFrom, type ImageReader } from '../documents/images/image-reader.ts'
import type { DraftOf } from './settings-drafts.ts'
import type { Tables } from './tables.ts'

const unusable = (problem: LogoProblem): ServiceError => new ServiceError(422, 'UnusableLogo', logoProblemWords[problem], { data: { problem } })

/** Logos that were taken already: that of the tenant, and that of the draft which is saved again. */
async function takenLogos(database: Kysely<Tables>, { tenantId, id }: Pick<DraftOf, 'tenantId'> & Partial<DraftOf>): Promise<readonly (string | null)[]> {
  const logo = sql<string | null>`settings->>'firmLogo'`.as('logo')
  const rows = [
    await database.selectFrom('tenant').where('id', '=', tenantId).select(logo).executeTakeFirst(),
    ...(id === undefined ? [] : [await database.selectFrom('settings_draft').where('tenant_id', '=', tenantId).where('id', '=', id).select(logo).executeTakeFirst()]),
  ]
  return rows.flatMap((row) => (row ? [row.logo] : []))
}

/**
 * Settings with a logo of our own making in place of the file that was sent (DEC-358), so that nothing of that file is served: no position in it, no script, no
 * second format. A logo that was taken before stays as it is, so that nobody is kept from changing a telephone number by a file of years ago. Refuses with 422
 * `UnusableLogo` and its problem, 503 where there was no time to read it. No transaction is open meanwhile: a decoder may take seconds.
 */
export async function withOwnLogo(database: Kysely<Tables>, reader: ImageReader, of: Pick<DraftOf, 'tenantId'> & Partial<DraftOf>, settings: TenantSettings): Promise<TenantSettings> {
  const { firmLogo } = settings
  if (firmLogo === '' || (await takenLogos(database, of)).includes(firmLogo)) return settings
  const picture = await pictureFrom(firmLogo, reader, 'logo')
  if (picture.kind === 'refused') throw unusable(picture.problem)
  if (picture.kind === 'slow') throw new ServiceError(503, 'Unavailable', 'The logo could not be read in time: save again', { headers: { 'retry-after': '5' } })
  return { ...settings, firmLogo: picture.bytes.toString('base64') }
}
