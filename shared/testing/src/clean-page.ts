import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

/** Nothing that a renter's tab or browser keeps. */
function forget(): void {
  localStorage.clear()
  sessionStorage.clear()
}

// The limit ends what hangs, it measures nothing: the one of `expect.poll`.
configure({ asyncUtilTimeout: 30_000 })

// Files of browser code share a worker's page and modules, so each begins with an empty page, and each test takes what it left away.
if (typeof document !== 'undefined') {
  document.body.replaceChildren()
  document.head.replaceChildren()
  forget()
  history.replaceState(null, '', '/')
  afterEach(() => {
    cleanup()
    forget()
  })
}
