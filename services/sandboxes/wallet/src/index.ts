export { createApp } from './app.ts'
export { walletSandboxSettings, type WalletSandboxSettings } from './settings.ts'
