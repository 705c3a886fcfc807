import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRoot, type Root } from 'react-dom/client'
import { Button } from './index.tsx'

/** As a browser runs it: not in React's `act`, which would do at once what waits for a frame. */
const underAct = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }

describe('a press on a button', () => {
  let root: Root
  let place: HTMLElement
  const was = underAct.IS_REACT_ACT_ENVIRONMENT

  beforeEach(() => {
    underAct.IS_REACT_ACT_ENVIRONMENT = false
    place = document.body.appendChild(document.createElement('div'))
    root = createRoot(place)
  })

  afterEach(() => {
    root.unmount()
    place.remove()
    underAct.IS_REACT_ACT_ENVIRONMENT = was as boolean
  })

  async function shown(button: ReactNode): Promise<HTMLButtonElement> {
    root.render(button)
    await expect.poll(() => place.querySelector('button')).not.toBeNull()
    return place.querySelector('button')!
  }

  it('is answered before work that takes long begins, and the work is done once (DEC-305)', async () => {
    const work = vi.fn()
    const button = await shown(<Button action="Submit" deferred onClick={work}>Continue</Button>)
    button.click()
    button.click()
    expect(work).not.toHaveBeenCalled()
    await expect.poll(() => work.mock.calls.length).toBe(1)
  })

  it('does at once what only a press may do', async () => {
    const work = vi.fn()
    const button = await shown(<Button action="Open" onClick={work}>Open</Button>)
    button.click()
    expect(work).toHaveBeenCalledOnce()
  })

  it('is not taken while its work is under way', async () => {
    const work = vi.fn()
    const button = await shown(<Button action="Submit" busy deferred onClick={work}>Continue</Button>)
    button.click()
    await new Promise((resolve) => { setTimeout(resolve) })
    expect(work).not.toHaveBeenCalled()
    expect(button.getAttribute('aria-busy')).toBe('true')
  })
})
