/** A folder or file that lies beside the program in the artefact. */
export interface Beside {
  /** Below the service's folder. */
  readonly from: string
  /** In the artefact. */
  readonly to: string
}

/** A package that is shipped as it is, because it is found by its files at run time. */
export interface ShippedPackage {
  readonly name: string
  /** Folders or files of it that are needed, beside its package.json and its licence; everything without them. */
  readonly only?: readonly string[]
}

/** One server artefact: what an installation unpacks and starts. */
export interface Artefact {
  /** First part of its file's name. */
  readonly name: string
  /** Folder of the service. */
  readonly folder: string
  /** What `checkin <command>` starts. */
  readonly commands: readonly string[]
  /** Programs of their own beside `checkin`, by the place of their source in the service. */
  readonly programs: readonly string[]
  readonly beside: readonly Beside[]
  readonly shipped: readonly ShippedPackage[]
}

const migrations: Beside = { from: 'migrations', to: 'migrations' }

/** Everything that an installation runs on its servers. */
export const artefacts: readonly Artefact[] = [
  {
    name: 'api', folder: 'services/reservation-api', commands: ['api', 'worker', 'migrate'], programs: ['src/documents/images/image-process.ts'], beside: [migrations],
    shipped: [
      { name: 'sharp' },
      { name: '@expo-google-fonts/figtree', only: ['400Regular', '700Bold'] },
      { name: '@expo-google-fonts/fira-sans', only: ['400Regular', '700Bold'] },
    ],
  },
  { name: 'registry', folder: 'services/module-registry', commands: ['registry', 'migrate'], programs: [], beside: [migrations], shipped: [] },
  { name: 'site', folder: 'services/site', commands: ['site'], programs: [], beside: [], shipped: [] },
  { name: 'console', folder: 'services/ops-console', commands: ['console'], programs: [], beside: [{ from: 'dist', to: 'dist' }], shipped: [] },
]
