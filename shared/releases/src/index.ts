export { checkSet, meets, unmetNeeds, type SetProblem } from './check-set.ts'
export { FilePath, FirstScreens, Integrity, ModuleManifest, PrerenderedScreen, ReleasableName, Version } from './manifest.ts'
export {
  effectiveSettings, isAllowed, settingProblems, SettingSpec, SettingSpecs, SettingValue, SettingValues,
} from './module-settings.ts'
export { printRules, type PrintableRule } from './print-rules.ts'
export { PublicContract, type ContractPart, type Shape, type Use } from './public-contract.ts'
export { semverViolations, type MemberChange, type SemverViolation } from './semver-violations.ts'
export type { PageData, PageModule } from './page-data.ts'
export { longestLinkHours, SignedLink } from './signed-link.ts'
export { bookingSource, Cohort, datedSnapshotHeader, deviceClasses, mostRollouts, Percent, ReleaseSet, Rollout, Signed, Snapshot, snapshotTag, snapshotTimes, TenantHost, TenantPointer } from './release-set.ts'
export { resolvePointer, type Resolution, type Traits } from './resolve.ts'
export { buildType, ConformanceResult, Envelope, predicateTypes, ReleaseTestResult, SlsaProvenance, Statement, statementOf } from './statement.ts'
