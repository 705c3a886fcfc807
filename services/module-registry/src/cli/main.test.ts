import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

/** Runs the program as `npm run rollout` does, with a registry that is not there. */
function rollout(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], { encoding: 'utf8', env: { ...process.env, CHECKIN_REGISTRY_URL: 'http://127.0.0.1:9', CHECKIN_MODE: 'demo' } })
  return { status, stdout, stderr }
}

it('ends with 0 and prints to standard output what was asked for, and nothing else', () => {
  const { status, stdout, stderr } = rollout('token', 'make', '--json')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ token: expect.stringMatching(/^crt_/) as unknown })
})

it('ends with 1 and says on standard error why it is refused', () => {
  expect(rollout('dance')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/^Unknown command 'dance'/) as unknown })
})

it('refuses with --json by the contract\'s error body, on standard error', () => {
  const { status, stdout, stderr } = rollout('list', '--json')
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(JSON.parse(stderr)).toMatchObject({ status: null, code: 'CommandFailed', title: expect.stringContaining('does not answer') as unknown })
})

it('loads no web server, no database and no compiler for a command that needs none', () => {
  const listed = `import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => { process.stderr.write(url + '\\n'); return next(url, context) } })`
  const { status, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--import', `data:text/javascript,${encodeURIComponent(listed)}`, main, 'token', 'make'], { encoding: 'utf8' })
  expect(status).toBe(0)
  expect(stderr).toMatch(/cli\/commands\.ts/)
  expect(stderr.split('\n').filter((url) => /node_modules\/(?:fastify|kysely|pg|@rspack|@aws-sdk)/.test(url))).toEqual([])
})
