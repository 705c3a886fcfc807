export { openDatabase, type Database, type DatabaseOptions, type Transaction } from './database/index.ts'
export { internalFetch, loopbackNames, type InternalAnswer, type InternalRequest } from './http/index.ts'
export {
  clientAddress, createService, maskedPath, requestHost, ServiceError, type ErrorBody, type Service, type ServiceOptions,
} from './service/index.ts'
export { flagSetting, modeSetting, portSetting, readSettings, secretSetting, SettingsError } from './settings/index.ts'
