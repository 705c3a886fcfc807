import { command } from './declare.ts'
import { CommandError } from './output.ts'

export const firstApproverCommand = command({
  name: 'installation first-approver', says: 'Makes an installation\'s first operator and approver, once, on the registry\'s own database (DATABASE_URL)',
  options: { operator: { takes: 'text', value: 'person', says: 'Who operates', needed: true }, approver: { takes: 'text', value: 'person', says: 'Who approves; somebody else', needed: true } },
  examples: ['installation first-approver --operator olga@example.com --approver anton@example.com'], json: [], jsonMore: 'both tokens, as operator and approver',
  run: async ({ settings: { databaseUrl, demo } }, { options: { operator, approver } }) => {
    if (databaseUrl === undefined) throw new CommandError('Set DATABASE_URL to the registry\'s own database: no call makes a first approver')
    // Loaded only here: no other command needs a database.
    const { makeFirst } = await import('./first-approver.ts')
    const made = await makeFirst({ operator, approver }, { databaseUrl, demo })
    const text = [
      `For ${operator}, operator:`, made.operator, `For ${approver}, approver:`, made.approver,
      'Hand each to its person and keep none: they are not shown again, and whoever has both is both persons.',
    ].join('\n')
    return { data: made, text }
  },
})
