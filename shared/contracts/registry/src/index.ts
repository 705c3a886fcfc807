export { changeToken, createToken, getActor, getAudit, listTokens, NewTokenRequest, revokeToken, rotateToken, TokenHash, TokenView } from './access.ts'
export { addAttestation, AttestationView, getProvenance, listAttestations, listRunnerKeys, revokeRunnerKey, RunnerKeyView, setRunnerKey } from './attestations.ts'
export { Bundle, BundleIndex, exportBundle, importBundle } from './bundles.ts'
export {
  addFreeze, approveChange, changeKinds, changeStates, ChangeView, FreezeSpec, FreezeView, getChange, liftFreezes, listChanges, listFreezes, PendingChange, rejectChange,
} from './changes.ts'
export { checkConsoleSession, ConsoleSessionView, endConsoleSession, endOwnConsoleSessions, getConsoleSession, listConsoleSessions, openConsoleSession, PasskeyDue } from './console-sessions.ts'
export { compareSets, getTimeline, searchTenants, SetComparison, TenantRow, tenantStates, type TenantState, tenantsPerPage, TimelineEntry, timelineKinds } from './control-room.ts'
export { roles, type Access, type Reach, type RegistryEndpoint, type Role } from './endpoint.ts'
export {
  changeExperiment, createExperiment, ExperimentArm, ExperimentDetail, type ExperimentEnd, experimentEnds, ExperimentMetric, ExperimentRule, ExperimentSpec, ExperimentState, ExperimentView, getExperiment, listExperiments,
  startExperiment, stopExperiment,
} from './experiments.ts'
export { addReports, getHealth, getJourneys, getLive, getServiceLevels, getTrace, levelTargets, listErrors, listStacks, MeanOf, type ReadFrame, ServiceLevels, ShareOf, Trace, VersionJourneys } from './health.ts'
export { dryRun, DryRun, explainTenant, Explanation, getMatrix, TenantMatrix } from './insight.ts'
export { EntryProof, getLogCheckpoint, getLogConsistency, getLogInclusion, getReleaseEvidence, listLogEntries, mostLogEntries, type Proven, ReleaseEvidence } from './log.ts'
export { addMailSubscription, confirmMailSubscription, endMailSubscription, listMailSubscriptions, MailSubscription, unsubscribeMail } from './mail-subscriptions.ts'
export {
  approveSize, killVersion, listLabels, listModules, listPublisherKeys, Provenance, PublisherKeyView, publishModule, revokePublisherKey, setDefaults, setLabel, setPublisherKey,
} from './modules.ts'
export {
  addPasskey, askForPasskey, AssertionResponse, beginPasskey, confirmByPasskey, listPasskeys, PasskeyView, RegistrationResponse, resetPasskeys, revokePasskey,
} from './passkeys.ts'
export { abortPlan, createPlan, listPlans, pausePlan, PlanGate, PlanSpec, PlanStep, PlanSteps, PlanView, PlanWave, resumePlan, type PlanState, waveStates } from './plans.ts'
export { Choice, LocalTime, ReleaseChange, Selector, Selectors, Settings } from './release.ts'
export { addReleaseTest, ConformanceStatus, createSet, getSet, getSnapshot, ReleaseTestStatus, ReleaseTestView, SetSummary, testedJourneys } from './sets.ts'
export { RolloutEvent, RolloutEvents, rolloutEventTypes } from './rollout-events.ts'
export { bindPreview, createPreview, createStaffLink, listSignedLinks, previewOfSet, revokeSignedLink, SignedLinkView } from './signed-links.ts'
export { getModuleStatus, listModuleStatus, ModuleStatus, mostPublicVersions, PublicVersion } from './status.ts'
export { getTenant, getTenantSettings, listTenants, resolveSession, resumeRollouts, rollBack, setPointer, setPointers, setTenantOptions, TenantGroup, TenantStatus, TenantSummary } from './tenants.ts'
export { deprecateVersion, getVersion, restoreVersion, VersionStatus, VersionView } from './versions.ts'
