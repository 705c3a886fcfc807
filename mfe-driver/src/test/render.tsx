import { addWords, initI18n, type Language } from '@checkin/i18n'
import { act, render } from '@testing-library/react'
import type { Scope } from 'effector'
import { Provider } from 'effector-react'
import type { ComponentType } from 'react'
import { remote } from '../remote.ts'

/** A screen as the shell mounts it, in one language. */
export async function show(View: ComponentType, scope: Scope, language: Language = 'en'): Promise<ReturnType<typeof render>> {
  await initI18n({ language })
  await addWords('mfe-driver', remote.words)
  let screen: ReturnType<typeof render> | undefined
  await act(async () => {
    screen = render(<Provider value={scope}><View /></Provider>)
  })
  if (!screen) throw new Error('nothing was rendered')
  return screen
}
