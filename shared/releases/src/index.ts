export { FilePath, Integrity, ModuleManifest, ReleasableName, Version } from './manifest.ts'
export type { PageData, PageModule } from './page-data.ts'
export { ReleaseSet, Signed, Snapshot, TenantPointer } from './release-set.ts'
