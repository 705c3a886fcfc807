export { AccountAnswer, accountBodies, accountKinds, type AccountBody, type AccountKind } from './accounts.ts'
export { Attention, internalContract, TenantChange, TenantForOperators, type InternalAccess } from './contract.ts'
export { TenantSettings, type TenantModule } from './tenant-settings.ts'
export { TermsContent, type TermsText } from './terms-content.ts'
