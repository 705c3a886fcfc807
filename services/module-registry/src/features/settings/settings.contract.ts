import * as z from 'zod'
import { ReleasableName, SettingSpec, SettingValue, Version } from '@checkin/releases'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Host } from '../tenants/host.ts'

export const getSettings = endpoint({
  name: 'getTenantSettings',
  method: 'GET',
  path: '/registry/v1/tenants/:host/settings',
  summary: 'What may be set about the modules that a tenant\'s sessions get, and what is set; a change of its pointer sets it',
  reach: 'host', may: roles,
  params: z.object({ host: Host }),
  answer: z.object({
    host: Host,
    /** For If-Match of a change. */
    revision: z.int(),
    /** Modules with settings. */
    modules: z.array(z.object({
      module: ReleasableName, version: Version,
      settings: z.array(z.object({
        name: z.string(), spec: SettingSpec,
        /** What is set; null where the default holds. */
        value: z.nullable(SettingValue),
      })),
    })),
  }),
  errors: [{ status: 404, code: 'UnknownTenant' }],
})
