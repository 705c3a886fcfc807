export { createApp } from './app.ts'
export { signatureSandboxSettings, type SignatureSandboxSettings } from './settings.ts'
