import { noNetwork } from '@checkin/api/testing'
import { languages } from '@checkin/i18n'
import { act, fireEvent } from '@testing-library/react'
import { allSettled } from 'effector'
import { describe, expect, it } from 'vitest'
import { show } from '../../test/render.tsx'
import { aPage, visit } from '../../test/shell-double.ts'
import { opened } from './model.ts'
import { VerifyGuidView } from './view.tsx'

describe('a link on its way to the reservation', () => {
  it.each(languages)('asks for nothing while it is looked up: %s (VERIF-23, SHELL-80)', async (language) => {
    const screen = await show(VerifyGuidView, aPage(), language)
    expect(document.querySelectorAll('input, button')).toHaveLength(0)
    expect(screen.getByRole('heading', { level: 1 }).textContent).not.toContain('Link.')
  })

  it('offers another try when nobody answers (ERR-45)', async () => {
    let tries = 0
    const scope = aPage({ api: { resume: () => { tries += 1; return noNetwork() } } })
    await allSettled(opened, { scope, params: visit('verify-guid', { guid: 'a'.repeat(43) }) })
    await show(VerifyGuidView, scope)
    await act(async () => { fireEvent.click(document.querySelector('[data-action="Link.retry"]')!) })
    expect(tries).toBe(2)
  })
})
