export { createApp } from './app.ts'
export { cardSandboxSettings, type CardSandboxSettings, type SeededCard } from './settings.ts'
