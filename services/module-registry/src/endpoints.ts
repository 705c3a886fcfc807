import { getAudit } from './features/audit/audit.contract.ts'
import { approveSize, listModules, publishModule, setPublisherKey } from './features/modules/modules.contract.ts'
import { createSet, getSet } from './features/sets/sets.contract.ts'
import { getSnapshot } from './features/snapshot/snapshot.contract.ts'
import { getTenant, goBack, listTenants, resolveSession, setPointer } from './features/tenants/tenants.contract.ts'
import { createToken, getActor } from './features/tokens/tokens.contract.ts'
import type { Endpoint } from './http/endpoint.ts'

/** All calls of the registry, for its OpenAPI document. */
export const endpoints: readonly Endpoint[] = [
  publishModule, listModules, setPublisherKey, approveSize,
  createSet, getSet,
  listTenants, getTenant, setPointer, goBack, resolveSession,
  getSnapshot, getAudit, createToken, getActor,
]
