import { remoteConfig } from '@checkin/tooling/rspack-preset'

export default remoteConfig(import.meta.dirname)
