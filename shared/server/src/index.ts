export { anyOf, DatabaseUnavailable, leftNothing, openDatabase, OutcomeUnknown, type Database, type DatabaseOptions, type Transaction, type TroubleKind } from './database/index.ts'
export { internalFetch, loopbackNames, networkOf, type InternalAnswer, type InternalRequest } from './http/index.ts'
export {
  clientAddress, createService, isPersonToken, maskedPath, openPerson, requestHost, ServiceError, Shares, signPerson, type ErrorBody, type Person, type RequestLimits, type Service, type ServiceOptions,
} from './service/index.ts'
export { flagSetting, jsonSetting, modeSetting, portSetting, readSettings, secretSetting, SettingsError } from './settings/index.ts'
