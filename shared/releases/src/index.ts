export { checkSet, meets, unmetNeeds, type SetProblem } from './check-set.ts'
export { DrawnScreen, FilePath, FirstScreens, Integrity, ModuleManifest, ReleasableName, Version } from './manifest.ts'
export {
  effectiveSettings, isAllowed, settingProblems, SettingSpec, SettingSpecs, SettingValue, SettingValues,
} from './module-settings.ts'
export { printRules, type PrintableRule } from './print-rules.ts'
export { PublicContract, type ContractPart, type Shape, type Use } from './public-contract.ts'
export { untruths, type MemberChange, type Untruth } from './version-truth.ts'
export type { PageData, PageModule } from './page-data.ts'
export { longestPassHours, PassPayload, type Pass } from './pass.ts'
export { bookingSource, Cohort, deviceClasses, mostRollouts, Percent, ReleaseSet, Rollout, Signed, Snapshot, TenantHost, TenantPointer } from './release-set.ts'
export { decide, inCohort, resolve, resolvePointer, splitPoint, type Resolution, type ResolveInput, type RolloutDecision, type Traits } from './resolve.ts'
