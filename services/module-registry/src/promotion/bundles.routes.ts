import { exportBundle as exportCall, importBundle as importCall } from '@checkin/registry'
import type { Registry } from '../registry.ts'
import { exportBundle } from './export-bundle.ts'
import { importBundle } from './import-bundle.ts'

/** Release sets on their way between installations. */
export function bundleRoutes(registry: Registry): void {
  const { serve } = registry

  serve(exportCall, ({ params: { of } }) => exportBundle(registry, of))

  serve(importCall, async ({ body: { bundle, reason }, actor, reply }) => {
    const { isNew, ...imported } = await importBundle(registry, bundle, { actor, reason })
    void reply.code(isNew ? 201 : 200)
    return imported
  })
}
