import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endPersonalData, type Retention } from '../src/fleet/personal-data-retention.ts'
import { signingApi, type Signer, type SigningApi } from './fixtures/signing-renter.fixture.ts'

let world: SigningApi
beforeAll(async () => { world = await signingApi() })
afterAll(() => world.api.stop())

const tenantId = 'costaverde'
const keeping: Retention = { personalDataRetentionDays: 30, pdfRetentionDays: 3650 }

/** A renter who has signed. */
async function signed(): Promise<Signer> {
  const renter = await world.signer()
  const { signatureURL } = await renter.submit()
  world.signatures.signs(signatureURL ?? '')
  await renter.comesBack(signatureURL ?? '')
  return renter
}
const named = async ({ id }: Signer) => (await world.api.asAdmin(`select paper_id, signed_paper_id from rental_agreement where reservation_id = '${id}'`)).map((row) => Object.values(row).filter((each) => each !== null).length)
const documents = async ({ id }: Signer) => (await world.api.asAdmin(`select id from paper where reservation_id = '${id}'`)).length
/** Agreements that name a paper which is not there, whoever's. */
const astray = () => world.api.asAdmin(`select agreement.id from rental_agreement agreement cross join lateral (values (paper_id), (signed_paper_id)) named (id)
  where named.id is not null and not exists (select from paper where paper.tenant_id = agreement.tenant_id and paper.id = named.id)`)
const end = (retention: Retention) => endPersonalData(world.api.database, world.api.documents, tenantId, retention)
const longAgo = ({ id }: Signer) => world.api.asAdmin(`update reservation set check_out_at = now() - interval '105 days', check_in_at = now() - interval '100 days' where id = '${id}'`)
/** What a server of the release before does to a reservation's documents: their rows go, and the database emptied what named them. */
const deletedByTheReleaseBefore = ({ id }: Signer) => world.api.database.withTenant(tenantId, (transaction) => transaction
  .with('gone', (query) => query.deleteFrom('paper').where('tenant_id', '=', tenantId).where('reservation_id', '=', id).returning(['tenant_id', 'id']))
  .insertInto('document_remains').columns(['tenant_id', 'id']).expression((query) => query.selectFrom('gone').select(['tenant_id', 'id']))
  .onConflict((conflict) => conflict.doNothing()).execute())

describe('documents that an agreement names (REL-17, decision 0284)', () => {
  it('go from it with the personal data', async () => {
    const renter = await signed()
    expect([await named(renter), await documents(renter)]).toEqual([[2], 2])
    await world.api.fleet(tenantId, 'DELETE', `/reservations/${renter.reference}/personal-data`)
    expect([await named(renter), await documents(renter), await astray()]).toEqual([[0], 0, []])
  })

  it('stay as long as the company keeps them, and go from it at their own end', async () => {
    const renter = await signed()
    await longAgo(renter)
    await end(keeping)
    expect([await named(renter), await documents(renter)]).toEqual([[2], 2])
    await world.api.asAdmin(`update reservation set pdfs_until = now() - interval '1 minute' where id = '${renter.id}'`)
    await end(keeping)
    expect([await named(renter), await documents(renter), await astray()]).toEqual([[0], 0, []])
  })

  it('are deleted by a server of the release before as well, and no answer names what is gone', async () => {
    const [renter, other] = [await signed(), await signed()]
    const { agreement } = await renter.fleet()
    expect([agreement?.paperId, agreement?.signedPaperId]).toEqual([expect.any(String), expect.any(String)])
    await deletedByTheReleaseBefore(renter)
    expect((await renter.fleet()).agreement).toMatchObject({ agreementId: agreement?.agreementId, state: 'signed', paperId: null, signedPaperId: null })
    expect((await renter.fleet()).papers).toEqual([])
    expect((await other.fleet()).agreement?.paperId).toEqual(expect.any(String))
  })

  it('leave nothing astray when such a rental is erased later', async () => {
    const renter = await signed()
    await deletedByTheReleaseBefore(renter)
    expect(await named(renter)).toEqual([2])
    await world.api.fleet(tenantId, 'DELETE', `/reservations/${renter.reference}/personal-data`)
    expect(await named(renter)).toEqual([0])
  })
})

it('a return address is one of its tenant: the same at another tenant is another one', async () => {
  const [renter] = [await signed()]
  const of = (tenant: string) => world.api.asAdmin(`insert into rental_agreement (tenant_id, id, reservation_id, state, language, row_version, deposit_minor, due_minor, return_token_hash)
    select '${tenant}', gen_random_uuid(), (select id from reservation where tenant_id = '${tenant}' limit 1), 'superseded', 'en', 1, 0, 0, return_token_hash from rental_agreement where reservation_id = '${renter.id}' returning id`)
  await world.api.stored('alpen', 'RETURN1')
  expect(await of('alpen')).toHaveLength(1)
  await expect(of(tenantId)).rejects.toThrow('rental_agreement_return_token_hash_key')
})
