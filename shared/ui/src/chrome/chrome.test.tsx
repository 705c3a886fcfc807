import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { initI18n } from '@checkin/i18n'
import { ProgressBar, ProgressStepper } from './progress-stepper.tsx'
import { Loader } from './loader.tsx'
import { logoSource } from '../brand/logo-source.ts'
import { Modal, type ModalProps } from './modal.tsx'
import { Scene, type SceneName } from './scene.tsx'
import { Toast } from './toast.tsx'

beforeAll(async () => { await initI18n({ language: 'en' }) })

describe('the progress stepper', () => {
  const steps = [{ id: 'find', name: 'Find reservation' }, { id: 'confirm', name: 'Confirm e-mail' }, { id: 'about', name: 'About you' }]

  it('marks the stop the renter is at and says which are done', () => {
    render(<ProgressStepper steps={steps} current={1} />)
    expect(screen.getAllByRole('listitem').map((item) => item.dataset['state'])).toEqual(['done', 'now', 'later'])
    expect(screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null])
    expect(screen.getByText(/, done/)).toBeTruthy()
    expect(screen.getByText('Step 2 of 3')).toBeTruthy()
  })

  it('is a sentence and a bar on a phone', () => {
    render(<ProgressBar steps={steps} current={1} />)
    expect(screen.getByText('Step 2 of 3: Confirm e-mail')).toBeTruthy()
  })
})

describe('the loader', () => {
  it('is a progress bar that says how far it is (SHELL-69)', () => {
    render(<Loader firmName="Costa Verde" label="Loading" percent={15} />)
    expect(screen.getByRole('progressbar', { name: 'Loading' }).getAttribute('aria-valuenow')).toBe('15')
  })
})

describe('the logo', () => {
  it.each([
    ['data:image/png;base64,iVBOR', 'data:image/png;base64,iVBOR'],
    ['iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='],
    ['/9j/4AAQ', 'data:image/jpeg;base64,/9j/4AAQ'],
    ['PHN2ZyB4', 'data:image/svg+xml;base64,PHN2ZyB4'],
    ['https://elsewhere.example/logo.png', null],
    ['javascript:alert(1)', null],
    ['', null],
  ])('of %s is %s (SHELL-66)', (given, source) => {
    expect(logoSource(given)).toBe(source)
  })
})

describe('the toast', () => {
  it('is read out and carries the key of what it says (SHELL-73)', () => {
    render(<Toast alert={{ key: 'ServerError', text: 'Server Error', state: 'error' }} />)
    expect(screen.getByRole('alert').querySelector('[data-alert-key="ServerError"]')?.textContent).toBe('Server Error')
  })

  it('is empty when there is nothing to say', () => {
    render(<Toast alert={null} />)
    expect(screen.getByRole('alert').textContent).toBe('')
  })
})

describe('the modal', () => {
  const props = (over: Partial<ModalProps> = {}): ModalProps => ({
    state: 'warning', type: 'confirm', confirmText: 'Confirm', cancelText: 'Cancel', onConfirm: vi.fn(), onClose: vi.fn(),
    messages: [{ key: 'AreYouSureQuit', text: 'Are you sure you want to quit?' }, { key: 'YourProgressWillBeLost', text: 'Your progress will be lost' }],
    ...over,
  })

  it('asks with Confirm and Cancel (SHELL-79)', () => {
    const given = props()
    render(<Modal {...given} />)
    const dialog = screen.getByRole('dialog', { name: 'Are you sure you want to quit?' })
    expect(dialog.dataset['modalKeys']).toBe('AreYouSureQuit YourProgressWillBeLost')
    expect(screen.getByRole('button', { name: 'Cancel' }).dataset['kind']).toBe('ghost')
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(given.onConfirm).toHaveBeenCalledOnce()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(given.onClose).toHaveBeenCalledOnce()
  })

  it('only informs, with one button labelled Confirm that closes (SHELL-79)', () => {
    const given = props({ type: 'cancel' })
    render(<Modal {...given} />)
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Confirm'])
    fireEvent.click(screen.getByRole('button'))
    expect(given.onClose).toHaveBeenCalledOnce()
    expect(given.onConfirm).not.toHaveBeenCalled()
  })

  it('takes Escape for closing', () => {
    const given = props()
    render(<Modal {...given} />)
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(given.onClose).toHaveBeenCalledOnce()
  })
})

describe('the scenes', () => {
  it.each<SceneName>(['calendar', 'driver', 'driver-id', 'driver-license', 'car', 'detour'])('%s is decoration and wears the tenant’s colour', async (name) => {
    const { container } = render(<Scene name={name} />)
    const image = container.querySelector('svg')
    expect(image?.getAttribute('aria-hidden')).toBe('true')
    await waitFor(() => { expect(image?.innerHTML).toContain('var(--brand)') })
  })
})
