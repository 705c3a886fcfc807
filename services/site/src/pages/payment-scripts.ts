import type { ModuleManifest, ReleaseSet } from '@checkin/releases'
import { routes } from '@checkin/routes'
import { addressOf } from './preloads.ts'

/** One script that may run on a payment page, and why. `integrity` is null for what the provider changes by itself: its origin stands for it. */
export interface PaymentScript {
  readonly url: string
  readonly owner: string
  readonly version: string | null
  readonly integrity: string | null
  readonly why: string
}

/** Modules with payment pages; a document holds one of them at a time. */
const payingModules = new Set(routes.filter(({ document }) => document === 'payment').map(({ module }) => module))

const scriptsOf = (manifest: ModuleManifest, why: string): PaymentScript[] =>
  manifest.files.filter(({ path }) => path.endsWith('.js')).map(({ path, integrity }) => ({ url: addressOf(manifest, path), owner: manifest.name, version: manifest.version, integrity, why }))

/**
 * Every script that a payment page of this release set may run, generated from the signed manifests (PCI DSS 6.4.3); the provider's is the one
 * entry that is written by hand. The policy of these pages is made of the same origins, so nothing else can load.
 */
export function paymentScripts(set: ReleaseSet, providerOrigins: readonly string[]): readonly PaymentScript[] {
  return [
    ...scriptsOf(set.shell, 'routes, session and the controls that screens are made of'),
    ...[...payingModules].flatMap((name) => {
      const manifest = set.modules[name]
      return manifest ? scriptsOf(manifest, name === 'mfe-payment' ? 'overview, payment and completion' : 'deposit and agreement') : []
    }),
    ...providerOrigins.map((origin) => ({ url: origin, owner: 'card provider', version: null, integrity: null, why: 'the hosted fields for number and CVV, which this site must never see' })),
  ]
}
