import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseUnavailable, OutcomeUnknown, type Database } from '@checkin/server'
import { expect, it, onTestFinished } from 'vitest'
import type { Tables } from './tables.ts'
import { createDocuments } from './documents.ts'

it.each([
  ['stay when it is not known whether its row was stored', new OutcomeUnknown(new DatabaseUnavailable('away')), 1],
  ['go when its row was surely not stored', new DatabaseUnavailable('away'), 0],
])('the bytes of a document %s', async (_what, failure, kept) => {
  const folder = await mkdtemp(join(tmpdir(), 'checkin-documents-'))
  const { pdfs, stop } = createDocuments({ secret: 'document-secret-of-tests', folder })
  onTestFinished(async () => {
    stop()
    await rm(folder, { recursive: true, force: true })
  })
  const database = { withTenant: () => Promise.reject(failure) } as unknown as Database<Tables>
  await expect(pdfs.store(database, { tenantId: 't', reservationId: 'r', kind: 'agreement', language: 'en', pdf: Buffer.from('%PDF-') })).rejects.toBe(failure)
  expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sealed'))).toHaveLength(kept)
})
