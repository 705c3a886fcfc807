import { changeExperiment, createExperiment, type ExperimentSpec, type ExperimentView, getExperiment, listExperiments, startExperiment, stopExperiment } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { type Actor, requireHost } from '../access/actor.ts'
import { changeView } from '../changes/change-view.ts'
import type { Registry } from '../registry.ts'
import { findPointer } from '../releases/pointer.ts'
import { experimentDetail, experimentViews } from './experiment-view.ts'
import { endExperiment } from './run-experiments.ts'
import { markEnded, runningExperiments } from './running.ts'
import { experimentRow, submitExperiment, unknownExperiment, versionOfArm, waitingChange } from './start-experiment.ts'

/** Two versions of a module, or two settings of it, beside each other on one tenant, compared by what was declared beforehand (DEC-357). */
export function experimentRoutes(registry: Registry): void {
  const { serve, database, change: changing, clock } = registry

  const view = async (reader: Pick<Actor, 'hosts'>, id: number): Promise<ExperimentView> => {
    const [found] = await experimentViews(database.kysely, reader, clock(), id)
    if (!found) throw unknownExperiment(id)
    return found
  }

  serve(listExperiments, async ({ actor }) => ({ experiments: await experimentViews(database.kysely, actor, clock()) }))

  serve(getExperiment, async ({ params: { id }, actor }) => {
    const found = await experimentDetail(database.kysely, actor, clock(), id)
    if (!found) throw unknownExperiment(id)
    return found
  })

  serve(createExperiment, async ({ body, actor }) => {
    const id = await changing(async (change) => {
      if (!(await findPointer(change, body.host))) throw new ServiceError(404, 'UnknownTenant', `${body.host} has no release`)
      const version = await versionOfArm(change, registry, body)
      const made = await change.tx.insertInto('experiment').values({ host: body.host, ...columnsOf(body, version), actor: actor.label, at: change.at }).returning('id').executeTakeFirstOrThrow()
      await change.record({ actor: actor.label, action: 'plan experiment', subject: `experiment ${made.id}`, before: null, after: body, reason: body.reason })
      return made.id
    })
    return view(actor, id)
  })

  serve(changeExperiment, async ({ params: { id }, body, actor }) => {
    await changing(async (change) => {
      const row = await experimentRow(change, id)
      requireHost(actor, row.host)
      if (row.started_at !== null || row.ended_at !== null || await waitingChange(change, row) !== null) throw new ServiceError(409, 'ExperimentStarted', `Experiment ${id} was started: what it declares stays as it is`)
      const version = await versionOfArm(change, registry, { ...body, host: row.host })
      const { name, module, settings, percent, metric, rule } = row
      await change.tx.updateTable('experiment').set(columnsOf(body, version)).where('id', '=', id).execute()
      await change.record({ actor: actor.label, action: 'change experiment', subject: `experiment ${id}`, before: { name, module, ...(settings === null ? { version: row.version } : { settings }), percent, metric, rule }, after: body, reason: body.reason })
    })
    return view(actor, id)
  })

  serve(startExperiment, async ({ params: { id }, body: { reason }, actor, reply }) => {
    const waits = await changing(async (change) => {
      const row = await experimentRow(change, id)
      requireHost(actor, row.host)
      if (row.started_at !== null || row.ended_at !== null) throw new ServiceError(409, 'WrongState', `Experiment ${id} ${row.ended_at === null ? 'runs already' : 'has ended'}`)
      const waiting = await waitingChange(change, row)
      if (waiting !== null) throw new ServiceError(409, 'WrongState', `The start of experiment ${id} waits for a second person as change ${waiting}`)
      return submitExperiment(change, registry, row, { actor, reason })
    })
    if (waits === null) return view(actor, id)
    void reply.code(202)
    return { change: await changeView(database.kysely, waits, actor) }
  })

  serve(stopExperiment, async ({ params: { id }, body: { reason }, actor }) => {
    await changing(async (change) => {
      const row = await experimentRow(change, id)
      requireHost(actor, row.host)
      if (row.ended_at !== null) throw new ServiceError(409, 'WrongState', `Experiment ${id} has ended`)
      const ending = { end: 'stopped', by: actor.label, reason } as const
      const running = (await runningExperiments(change.tx, [row.host])).find((each) => each.id === id)
      if (running) return endExperiment(change, registry, running, ending)
      const waiting = await waitingChange(change, row)
      if (waiting !== null) await change.tx.updateTable('change').set({ state: 'rejected', decider: actor.label, decided_at: change.at, decision: reason }).where('id', '=', waiting).execute()
      return markEnded(change, id, ending)
    })
    return view(actor, id)
  })
}

/** What is declared, as columns; `version` is that of arm B. */
const columnsOf = ({ name, module, settings, percent, metric, rule, reason }: Omit<ExperimentSpec, 'host'>, version: string) =>
  ({ name, module, version, settings: settings === undefined ? null : JSON.stringify(settings), percent, metric: JSON.stringify(metric), rule: JSON.stringify(rule), reason })
