/** The remote that a drawing is made of; the build puts the module's own `src/remote.ts` here. */
declare module 'drawn-remote' {
  import type { RemoteModule } from '@checkin/remote'

  export const remote: RemoteModule
}

/** The shell's pages; the build puts its `src/first-screen/pages.tsx` here. */
declare module 'drawn-shell' {
  import type { Language } from '@checkin/remote'
  import type { ReactNode } from 'react'

  export interface DrawnPage {
    readonly narrow: ReactNode
    readonly wide: ReactNode
  }

  export const pagesIn: (language: Language) => Promise<Readonly<Record<string, DrawnPage & { readonly without: DrawnPage & { readonly modules: readonly string[] } }>>>
}
