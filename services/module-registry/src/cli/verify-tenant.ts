import { isDeepStrictEqual } from 'node:util'
import { parseJson } from '@checkin/http'
import type { ReleaseEvidence } from '@checkin/registry'
import { ModuleManifest, ReleaseSet, type Snapshot, type TenantPointer } from '@checkin/releases'
import { digestOf } from '@checkin/releases/attestation'
import { type Checkpoint, pointerDigest } from '@checkin/releases/log'
import { keyIdOf, verify } from '@checkin/releases/signing'
import * as z from 'zod'
import { type Entry, provenEntry } from './verify-log.ts'

/** What the log says of a thing by its digest; entries of before have none. */
const Digested = z.object({ sha256: z.optional(z.string()), keyId: z.optional(z.string()), revision: z.optional(z.int()) })

/** What was found about one tenant. */
export interface TenantFindings {
  readonly failures: string[]
  /** What the log cannot say, because it was not in entries then. */
  readonly notes: string[]
}

interface Given {
  readonly host: string
  readonly pointer: TenantPointer | undefined
  readonly snapshot: Snapshot
  readonly evidence: ReleaseEvidence
  readonly checkpoint: Checkpoint
  /** All entries, where the whole log was read. */
  readonly entries: readonly Entry[]
}

/** Compares what sites are given for a tenant with what the log says of it: revision, sets, versions, digests and publishers. */
export function tenantFindings({ host, pointer, snapshot, evidence, checkpoint, entries }: Given): TenantFindings {
  const failures: string[] = []
  const notes: string[] = []
  if (!pointer) return { failures: [`Sites are given nothing for ${host}`], notes }

  /** Holds a digest against the entry that should have it. */
  const check = (what: string, proof: ReleaseEvidence['pointer'], subject: string, digest: string): z.infer<typeof Digested> | null => {
    const entry = proof && provenEntry(proof, checkpoint)
    if (!entry) failures.push(proof ? `${what}: entry ${proof.entry} is not what the log has, it was changed` : `${what}: the log does not know of it`)
    if (!entry) return null
    const said = Digested.safeParse(entry.after).data ?? {}
    if (entry.subject !== subject) failures.push(`${what}: entry ${entry.entry} is about ${entry.subject}`)
    else if (said.sha256 === undefined) notes.push(`${what}: entry ${entry.entry} is from a time when entries had no digest`)
    else if (said.sha256 !== digest) failures.push(`${what}: it is not the one of entry ${entry.entry}, by ${entry.actor}`)
    return said
  }

  check(`${host} at revision ${pointer.revision}`, evidence.pointer, host, pointerDigest(pointer))
  const later = entries.filter(({ subject, entry, after }) => subject === host && entry > (evidence.pointer?.entry ?? 0) && Digested.safeParse(after).data?.revision !== undefined)
  if (later.length > 0) failures.push(`${host} at revision ${pointer.revision}: entry ${later.at(-1)?.entry ?? 0} changed it later`)

  const published = new Map(evidence.versions.map((each) => [`${each.name}@${each.version}`, each]))
  const manifests = new Map<string, ModuleManifest>()
  for (const [id, { manifest, publicKey, published: proof }] of published) {
    const said = check(id, proof, id, digestOf(manifest.payload))
    if (said && said.keyId !== manifest.keyId) failures.push(`${id}: it is not signed with the key of its entry`)
    const isSigned = publicKey !== null && keyIdOf(publicKey) === manifest.keyId && verify(manifest, publicKey)
    if (!isSigned) failures.push(`${id}: it is not what its publisher signed`)
    const read = ModuleManifest.safeParse(parseJson(manifest.payload))
    if (read.success) manifests.set(id, read.data)
  }
  const sets = new Map(snapshot.sets.flatMap(({ payload }) => {
    const set = ReleaseSet.safeParse(parseJson(payload))
    return set.success ? [[set.data.id, { payload, set: set.data }] as const] : []
  }))
  for (const id of new Set([...pointer.variants, ...Object.values(pointer.lastGood)])) {
    const given = sets.get(id)
    if (!given) {
      failures.push(`set ${id}: sites are not given it`)
      continue
    }
    check(`set ${id}`, evidence.sets.find(({ setId }) => setId === id)?.made ?? null, `set ${id}`, digestOf(given.payload))
    for (const manifest of [given.set.shell, ...Object.values(given.set.modules)]) {
      if (!isDeepStrictEqual(manifests.get(`${manifest.name}@${manifest.version}`), manifest)) failures.push(`set ${id}: ${manifest.name}@${manifest.version} in it is not what was published`)
    }
  }
  return { failures, notes }
}
