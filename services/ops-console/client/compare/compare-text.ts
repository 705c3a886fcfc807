import type { SetComparison } from '@checkin/registry'
import { kilobytes } from '../versions/version-text.ts'

type Module = SetComparison['modules'][number]

const sizeText = (bytes: number | null): string => (bytes === null ? 'none' : kilobytes(bytes))

/** `11.0 kB to 12.4 kB`. */
export const bytesText = ({ bytesFrom, bytesTo }: Pick<Module, 'bytesFrom' | 'bytesTo'>): string => (bytesFrom === bytesTo ? sizeText(bytesTo) : `${sizeText(bytesFrom)} to ${sizeText(bytesTo)}`)

/** Contracts that the two versions need otherwise. */
export const contractsText = ({ contracts }: Pick<Module, 'contracts'>): string => contracts.map(({ contract, from, to }) => `${contract} ${from ?? 'none'} to ${to ?? 'none'}`).join(', ') || 'unchanged'

/** Screens that came and went. */
export const stepsText = ({ steps: { added, removed } }: Pick<Module, 'steps'>): string => [...added.map((step) => `+ ${step}`), ...removed.map((step) => `− ${step}`)].join(', ') || 'unchanged'

/** What is set otherwise; a value that is left out is the default. */
export function settingsText({ settings: { from, to } }: Pick<Module, 'settings'>): string {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((name) => from[name] !== to[name])
  return names.map((name) => `${name} ${String(from[name] ?? 'default')} to ${String(to[name] ?? 'default')}`).join(', ') || 'unchanged'
}
