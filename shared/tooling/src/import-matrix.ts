import { ban, type Ban, type ImportRule } from './import-rule.ts'
import type { Layer, Ownership } from './ownership.ts'
import { layerRules, reservationApiLayers } from './service-layers.ts'

const tests = ['**/*.test.ts', '**/*.test.tsx', '**/test/**']

const intoAnotherPackage = ban('^(\\.\\./)+(shell|shared|services|mfe-[a-z-]+|e2e|bench|tools)/', 'A relative path may not leave the package: import the package by its name.')
const deepImport = ban('^@checkin/[a-z-]+/src/', 'Only what a package exports may be imported.')
const anyRemote = ban('^mfe-', 'Modules do not know each other: say it with an event of @checkin/flow.')
const theShell = ban('^@checkin/shell', 'Nothing knows the shell: it listens to the events of @checkin/flow.')
const services = ban('^@checkin/(site|reservation-api|module-registry|ops-console|demo|sandbox-[a-z]+)(/|$)', 'Services are reached over HTTP only.')
/** The one process that holds the provider sandboxes imports them; they still know nothing of each other or of the product. */
const composedSandboxes = 'services/sandboxes/providers'
const otherServices = ban('^@checkin/(site|reservation-api|module-registry|ops-console|demo|sandbox-mailbox)(/|$)', 'Services are reached over HTTP only.')
/** A sandbox has the kit beside it and knows no other sandbox. */
const allButSandboxKit = ban('^@checkin/(site|reservation-api|module-registry|ops-console|demo|sandbox-(?!kit(/|$))[a-z]+)(/|$)', 'Services are reached over HTTP only; sandboxes share their kit alone.')
const servicesBannedIn = (path: string): Ban => (path === composedSandboxes ? otherServices : path.startsWith('services/sandboxes/') ? allButSandboxKit : services)
const serverSide = ban('^(node:|@checkin/server|@checkin/testing|@checkin/tooling|@checkin/releases/signing)', 'This code runs in a browser.')
const react = ban('^(react|react-dom|effector-react|react-i18next|react-router(-dom)?)(/|$)', 'No React here: a view reads a model, never the other way round.')
const router = ban('^react-router', 'Only the shell routes: say what happened with an event of @checkin/flow.')
const antd = ban('^(antd|@ant-design/)', 'Components come from @checkin/ui.')
const flow = ban('^@checkin/flow', 'A view reads its model only.')
const publish = ban('^@checkin/flow/publish/', 'Only a model or the shell publishes.')
const apiClient = ban('^@checkin/api/client', 'Only src/api.ts names endpoints.')
const anyApi = ban('^@checkin/api(?!/testing)', 'A view reads its model only.')
const ownApi = ban('(^|/)api\\.ts$', 'A view reads its model only.')
const ui = ban('^(@checkin/ui|@checkin/forms/view)', 'No look here: words and colours belong to views.')

/** `@checkin/flow/publish/<owner>` of everybody else. */
const publishOfOthers = (owner: string): Ban => ban(`^@checkin/flow/publish/(?!${owner}$)`, `Only its owner publishes an event; this package is "${owner}".`)

function remoteRules(path: string): ImportRule[] {
  const always = [intoAnotherPackage, deepImport, anyRemote, theShell, services, serverSide, router, antd, publishOfOthers(path.replace(/^mfe-/, ''))]
  return [
    { files: [`${path}/src/**/*.{ts,tsx}`], bans: [...always, apiClient] },
    // A part of a module that comes late brings its calls: in src/api.ts every first screen would load them (decision 0081).
    { files: [`${path}/src/api.ts`, `${path}/src/*/api.ts`], bans: always },
    { files: [`${path}/src/domain/**/*.ts`], bans: [...always, react, ui, flow, apiClient, ban('^effector', 'The domain is plain functions.'), ban('^\\.\\./(steps|forms)/', 'Screens use the domain, never the other way round.'), ownApi] },
    { files: [`${path}/src/steps/*/*model*.ts`, `${path}/src/steps/*/*.model.ts`], bans: [...always, react, ui, apiClient, siblingStep] },
    { files: [`${path}/src/steps/*/*.tsx`], bans: [...always, anyApi, flow, publish, ownApi, siblingStep] },
  ]
}

const siblingStep = ban('^\\.\\./(?!\\.\\.)[a-z-]+/(model|view|step|schema)', 'Steps do not know each other: share through src/domain or an event.')

function rulesOf(path: string, layer: Layer): ImportRule[] {
  const all = `${path}/**/*.{ts,tsx}`
  const base = [intoAnotherPackage, deepImport, anyRemote, theShell]
  switch (layer) {
    case 'remote': return remoteRules(path)
    case 'shell': {
      const bans = [intoAnotherPackage, deepImport, anyRemote, services, serverSide]
      // platform.ts hands every owner's events on to the remotes; it publishes none.
      return [{ files: [all], bans: [...bans, publishOfOthers('shell')] }, { files: [`${path}/src/platform.ts`], bans }]
    }
    case 'contract': return [{ files: [all], bans: [...base, services, ban('^(@checkin/(ui|forms|i18n|document-scan|card-payment|server|testing|tooling)|react-dom|antd)(/|$)', 'A contract depends on contracts only.')] }]
    case 'kit': return [{ files: [all], bans: [...base, services, serverSide, ban('^@checkin/(flow|api/client)', 'A kit is told what to show; it asks nobody.')] }]
    case 'server': return [{ files: [all], bans: [...base, services, react, ban('^@checkin/(flow|ui|forms|document-scan|card-payment)', 'This code runs on a server.')] }]
    case 'service': {
      const bans = [...base, servicesBannedIn(path), react, ban('^@checkin/(flow|forms|document-scan|card-payment)', 'This code runs on a server.'), ban('^@checkin/ui/(?!brand)', 'A server may use the brand rules only.')]
      return [{ files: [all], bans }, ...path === reservationApiLayers.path ? layerRules(reservationApiLayers, bans) : []]
    }
    case 'console': return [
      { files: [`${path}/src/**/*.ts`], bans: [...base, services, react, ban('^@checkin/(flow|forms|document-scan|card-payment|ui)', 'This code runs on a server.')] },
      { files: [`${path}/client/**/*.{ts,tsx}`], bans: [...base, services, serverSide, ban('^@checkin/(?!(ui/brand|api/languages|telemetry|registry|registry/words|internal|routes|http|http/client)$)', 'The console knows the HTTP APIs, the words for what the registry keeps, what they answer about reports, the names of modules and languages and the brand rules, nothing of the renter\'s pages.')] },
    ]
    case 'e2e': return [{ files: [all], bans: [...base, services, ban('^@checkin/(flow|forms|ui|server|releases(?!/page-data$))', 'A journey knows what a renter sees, nothing else.')] }]
    case 'tool': return [{ files: [all], bans: [intoAnotherPackage, deepImport, anyRemote, theShell] }]
  }
}

/**
 * The import matrix of docs/architecture.md as lint rules, derived from ownership.json,
 * so that the next package is covered without anybody adding a rule.
 */
export const importRules = (ownership: Ownership): ImportRule[] =>
  ownership.packages.flatMap(({ path, layer }) => rulesOf(path, layer).map((rule) => ({ ...rule, ignores: [...tests, `${path}/rspack.config.ts`] })))
