import * as z from 'zod'
import { ReleasableName, Version } from '@checkin/releases'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Host } from '../tenants/host.ts'
import { Selectors } from './selector.ts'

const Reason = z.string().max(500).default('')

export const killVersion = endpoint({
  name: 'killVersion', method: 'POST', path: '/registry/v1/modules/:name/versions/:version/kill',
  summary: 'Withdraws a version for ever, everywhere: sessions that hold it let go of it at their next page load outside a payment. Never needs a second person',
  reach: 'all', may: ['operator', 'approver'], params: z.object({ name: ReleasableName, version: Version }), body: z.strictObject({ reason: Reason }),
  answer: z.object({
    /** Tenants whose new sessions get another version now. */
    moved: z.array(z.object({ host: Host, version: Version })),
    /** Tenants for which nothing else fits: they show the way to the counter. */
    withoutModule: z.array(Host),
  }),
  errors: [{ status: 404, code: 'UnknownVersion' }],
})

const LabelName = z.string().regex(/^[a-z][a-z0-9-]{1,30}$/).refine((label) => label !== 'inherit', 'inherit is not a label')

export const setLabel = endpoint({
  name: 'setLabel', method: 'PUT', path: '/registry/v1/modules/:name/labels/:label',
  summary: 'Moves a label such as stable or beta to a version; tenants that follow it get that version in watched steps, after a second person where one is needed',
  reach: 'all', may: ['operator'], params: z.object({ name: ReleasableName, label: LabelName }), body: z.strictObject({ version: Version, reason: Reason }),
  answer: z.object({ module: ReleasableName, label: z.string(), version: Version }), errors: [{ status: 404, code: 'UnknownVersion' }],
})

export const listLabels = endpoint({
  name: 'listLabels', method: 'GET', path: '/registry/v1/labels', summary: 'Labels of all modules and the defaults that tenants may inherit',
  reach: 'shared', may: roles,
  answer: z.object({
    labels: z.array(z.object({ module: ReleasableName, label: z.string(), version: Version, movedBy: z.string(), movedAt: z.iso.datetime() })),
    defaults: Selectors,
  }),
  errors: [],
})

export const setDefaults = endpoint({
  name: 'setDefaults', method: 'PUT', path: '/registry/v1/defaults',
  summary: 'Says what tenants get that inherit a module; they follow in watched steps, after a second person where one is needed',
  reach: 'all', may: ['operator'], body: z.strictObject({ modules: Selectors, reason: Reason }), answer: z.object({ defaults: Selectors }),
  errors: [{ status: 400, code: 'InvalidDefault' }, { status: 404, code: 'UnknownVersion' }, { status: 404, code: 'UnknownLabel' }],
})
