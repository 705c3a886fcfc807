export { anyOf, openDatabase, type Database, type DatabaseOptions, type Transaction } from './database/index.ts'
export { internalFetch, loopbackNames, type InternalAnswer, type InternalRequest } from './http/index.ts'
export {
  clientAddress, createService, isPersonToken, maskedPath, openPerson, requestHost, ServiceError, signPerson, type ErrorBody, type Person, type Service, type ServiceOptions,
} from './service/index.ts'
export { flagSetting, modeSetting, portSetting, readSettings, secretSetting, SettingsError } from './settings/index.ts'
