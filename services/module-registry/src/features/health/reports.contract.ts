import * as z from 'zod'
import { ReleasableName, Version } from '@checkin/releases'
import { ErrorGroups, Health, Live, ReportBatch } from '@checkin/remote/reports'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Host } from '../tenants/host.ts'

export const addReports = endpoint({
  name: 'addReports', method: 'POST', path: '/registry/v1/reports',
  summary: 'What pages reported to one site server, counted; known by the secret that the site shares (x-checkin-proxy)',
  reach: 'own', may: 'anyone', body: ReportBatch, answer: z.object({ taken: z.array(z.object({ host: Host, module: ReleasableName, version: Version })) }), errors: [{ status: 401, code: 'Unauthorized' }],
  quiet: true, bodyLimit: 1024 * 1024,
})

const window = z.object({ host: z.optional(Host), minutes: z.coerce.number().int().min(1).max(10_080).default(60) })

export const getHealth = endpoint({
  name: 'getHealth', method: 'GET', path: '/registry/v1/health',
  summary: 'How module versions do with real sessions: settled and broken ones, times, how far they come, and verdicts',
  reach: 'filtered', may: roles, query: window,
  answer: Health,
  errors: [],
})

export const listErrors = endpoint({
  name: 'listErrors', method: 'GET', path: '/registry/v1/errors',
  summary: 'What went wrong in pages, by module version, phase and cause, newest first',
  reach: 'filtered', may: roles, query: z.object({ host: z.optional(Host), module: z.optional(ReleasableName), limit: z.coerce.number().int().min(1).max(500).default(100) }),
  answer: ErrorGroups,
  errors: [],
})

export const getLive = endpoint({
  name: 'getLive', method: 'GET', path: '/registry/v1/live',
  summary: 'What renters are running now: page loads of the last minutes by tenant, release set and module version',
  reach: 'filtered', may: roles, query: z.object({ minutes: z.coerce.number().int().min(1).max(1440).default(5) }),
  answer: Live,
  errors: [],
})
