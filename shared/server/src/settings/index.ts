export { SettingsError, flagSetting, modeSetting, portSetting, readSettings, secretSetting } from './settings.ts'
