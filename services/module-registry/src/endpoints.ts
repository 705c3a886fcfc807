import { getAudit } from './features/audit/audit.contract.ts'
import { approveChange, getChange, listChanges, rejectChange } from './features/changes/changes.contract.ts'
import { addFreeze, liftFreezes, listFreezes } from './features/freezes/freezes.contract.ts'
import { addReports, getHealth, getLive, listErrors } from './features/health/reports.contract.ts'
import { dryRun, explainTenant, getMatrix } from './features/insight/insight.contract.ts'
import { approveSize, listModules, publishModule } from './features/modules/modules.contract.ts'
import { listPublisherKeys, revokePublisherKey, setPublisherKey } from './features/modules/publisher-keys.contract.ts'
import { getServiceLevels } from './features/levels/levels.contract.ts'
import { createPreview, createStaffLink, listPasses, previewOfSet } from './features/passes/passes.contract.ts'
import { abortPlan, createPlan, listPlans, pausePlan, resumePlan } from './features/plans/plans.contract.ts'
import { killVersion, listLabels, setDefaults, setLabel } from './features/rollouts/rollouts.contract.ts'
import { addRehearsal } from './features/rehearsals/rehearsals.contract.ts'
import { createSet, getSet } from './features/sets/sets.contract.ts'
import { getSettings } from './features/settings/settings.contract.ts'
import { getSnapshot } from './features/snapshot/snapshot.contract.ts'
import { getTenant, goBack, listTenants, resolveSession, setOptions, setPointer, setPointers } from './features/tenants/tenants.contract.ts'
import { changeToken, createToken, getActor, listTokens, revokeToken } from './features/tokens/tokens.contract.ts'
import { getTrace } from './features/traces/traces.contract.ts'
import type { Endpoint } from './http/endpoint.ts'

/** All calls of the registry, for its OpenAPI document. */
export const endpoints: readonly Endpoint[] = [
  publishModule, listModules, listPublisherKeys, setPublisherKey, revokePublisherKey, approveSize, killVersion, setLabel, listLabels, setDefaults,
  createSet, getSet, addRehearsal,
  listTenants, getTenant, setPointer, setPointers, goBack, setOptions, getSettings, resolveSession, explainTenant,
  dryRun, getMatrix,
  listChanges, getChange, approveChange, rejectChange,
  createPlan, listPlans, pausePlan, resumePlan, abortPlan,
  addFreeze, listFreezes, liftFreezes,
  createPreview, previewOfSet, createStaffLink, listPasses,
  addReports, getHealth, listErrors, getLive, getTrace, getServiceLevels,
  getSnapshot, getAudit, listTokens, createToken, changeToken, revokeToken, getActor,
]
