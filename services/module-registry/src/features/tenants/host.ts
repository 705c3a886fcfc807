export { TenantHost as Host } from '@checkin/releases'
