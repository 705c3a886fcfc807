import { shellConfig } from '@checkin/tooling/rspack-preset'

export default shellConfig(import.meta.dirname)
