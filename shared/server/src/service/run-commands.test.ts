import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { declaredSettings, declareSettings, readSettings, secretSetting, SettingsError } from '../settings.ts'
import { createService } from './create-service.ts'
import { checkSettings, runCommands, type ServiceCommand } from './run-commands.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

const command = (more: Partial<ServiceCommand> = {}): ServiceCommand => ({ does: 'rental of bicycles', settings: [], start: () => Promise.resolve(), ...more })
const missing = (...names: readonly string[]) => (): never => { throw new SettingsError(new Map(names.map((name) => [name, 'is not set']))) }

it('tells every setting to mend at once, whichever part reads it', () => {
  expect(() => { checkSettings({ settings: [missing('A', 'B'), () => undefined, missing('B', 'C')] }) }).toThrow(/A: is not set\n {2}B: is not set\n {2}C: is not set$/)
})

it('starts a command that has all its settings, and no other', async () => {
  const start = vi.fn(() => Promise.resolve())
  await runCommands({ bicycles: command({ start }), cars: command() }, ['bicycles'])
  expect(start).toHaveBeenCalledOnce()
})

it('starts nothing while a setting is missing, and ends with 1', async () => {
  const start = vi.fn(() => Promise.resolve())
  const said = vi.spyOn(console, 'error').mockReturnValue(undefined)
  vi.spyOn(process, 'exit').mockImplementation((code) => { throw new Error(`exit ${String(code)}`) })
  await expect(runCommands({ bicycles: command({ start, settings: [missing('A')] }) }, ['bicycles'])).rejects.toThrow('exit 1')
  expect([start.mock.calls.length, said.mock.calls[0]?.[0]]).toEqual([0, 'These settings cannot be used:\n  A: is not set'])
})

it('says what there is when it is called by another name', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue(undefined)
  await runCommands({ bicycles: command() }, ['boats'])
  expect([process.exitCode, String(said.mock.calls[0]?.[0])]).toEqual([2, expect.stringContaining('bicycles          rental of bicycles')])
})

it('answers for the health of what runs, by the probes of a process that takes no calls', async () => {
  let isReady = true
  const service = createService({ name: 'bicycles', log: { level: 'silent' }, ready: () => { if (!isReady) throw new Error('no bicycles') } })
  const port = 6291
  await service.listenForProbes({ port, host: '127.0.0.1' })
  const commands = { bicycles: command({ probe: () => ({ host: '0.0.0.0', port }) }) }
  const said = vi.spyOn(console, 'error').mockReturnValue(undefined)
  vi.spyOn(process, 'exit').mockImplementation((code) => { throw new Error(`exit ${String(code)}`) })
  await runCommands(commands, ['health'])
  isReady = false
  await expect(runCommands(commands, ['health', 'bicycles'])).rejects.toThrow('exit 1')
  await service.stop()
  await expect(runCommands(commands, ['health'])).rejects.toThrow('exit 1')
  expect(said.mock.calls.map(([text]) => text as string)).toEqual(['not ready (503)', 'not ready (no answer)'])
})

it('lists what is read from the environment: what is needed, what is secret, and what counts otherwise', () => {
  const schema = declareSettings({ BICYCLES: z.coerce.number().default(7), BICYCLE_KEY: secretSetting(), BICYCLE_BELL: secretSetting().optional() })
  expect(readSettings(schema, { BICYCLE_KEY: 'a bicycle key that nobody has' }).BICYCLES).toBe(7)
  expect(declaredSettings().filter(({ name }) => name.startsWith('BICYCLE'))).toEqual([
    { name: 'BICYCLES', isNeeded: false, standard: '7', isSecret: false },
    { name: 'BICYCLE_BELL', isNeeded: false, standard: null, isSecret: true },
    { name: 'BICYCLE_KEY', isNeeded: true, standard: null, isSecret: true },
  ])
})
