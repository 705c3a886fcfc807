/** The remote that a drawing is made of; the build puts the module's own `src/remote.ts` here. */
declare module 'drawn-remote' {
  import type { RemoteModule } from '@checkin/remote'

  export const remote: RemoteModule
}
