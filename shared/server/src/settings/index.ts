export { SettingsError, flagSetting, jsonSetting, modeSetting, portSetting, readSettings, secretSetting } from './settings.ts'
