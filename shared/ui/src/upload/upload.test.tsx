import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { initI18n } from '@checkin/i18n'
import { UploadField, type UploadFieldProps } from './index.tsx'

beforeAll(async () => { await initI18n({ language: 'en' }) })

const words = { choose: 'Choose an image', take: 'Take a photo', replace: 'Replace the image', remove: 'Remove', onFile: 'We have it', busy: 'Working' }
const show = (props: Partial<UploadFieldProps> = {}) => {
  const handlers = { chosen: vi.fn(), removed: vi.fn() }
  render(<UploadField name="imageFront" label="Front" accept=".jpg,.png" preview={null} isThere={false} words={words} onChosen={handlers.chosen} onRemoved={handlers.removed} {...props} />)
  return handlers
}
const input = (): HTMLInputElement => document.querySelector<HTMLInputElement>('input[name="imageFront"]')!
const file = new File(['x'], 'a.jpg')

describe('an upload', () => {
  it('is the browser\'s own file input with the field\'s name, and says which types it takes', () => {
    show()
    expect([input().type, input().accept, input().labels?.length]).toEqual(['file', '.jpg,.png', 2])
  })

  it('forces nobody to the camera: the field itself takes files that are there already, and the camera has an input of its own (DEC-194)', () => {
    show()
    expect([input().hasAttribute('capture'), document.querySelector<HTMLInputElement>('input[name="imageFront.camera"]')?.getAttribute('capture')]).toEqual([false, 'environment'])
  })

  it('hands over a file that was chosen, dropped, or taken with the camera, and the same one again', () => {
    const { chosen } = show()
    fireEvent.change(input(), { target: { files: [file] } })
    fireEvent.change(document.querySelector('input[capture="environment"]')!, { target: { files: [file] } })
    fireEvent.drop(document.querySelector('.ck-upload')!, { dataTransfer: { files: [file] } })
    expect(chosen.mock.calls).toEqual([[file], [file], [file]])
    expect(input().value).toBe('')
  })

  it('shows the picture, offers to replace and to remove it, and gives the focus back', () => {
    const { removed } = show({ preview: 'data:image/webp;base64,AAAA', isThere: true })
    expect(screen.getByAltText('Front')).toBeTruthy()
    expect(screen.getByText('Replace the image')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Remove: Front' }))
    expect(removed).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(input())
  })

  it('says what it has or does when there is no picture to show', () => {
    show({ isThere: true })
    expect(screen.getByRole('status').textContent).toBe('We have it')
    cleanup()
    show({ isBusy: true })
    expect(screen.getByRole('status').textContent).toBe('Working')
  })

  it('keeps the room of its picture from the beginning, where one is shown, so that nothing moves when it comes (DEC-257)', () => {
    const room = (): Element | null => document.querySelector('.ck-upload-view[data-room]')
    show()
    const kept = room()
    expect(kept?.querySelector('[role="status"]')).not.toBeNull()
    cleanup()
    show({ preview: 'data:image/webp;base64,AAAA', isThere: true })
    expect(room()?.contains(screen.getByAltText('Front'))).toBe(true)
    cleanup()
    show({ isOnlyRead: true })
    expect(room()).toBeNull()
  })

  it('ties its message to the input (SHELL-85)', () => {
    show({ required: true, error: { key: 'FieldsError.imageFront.Required', text: 'Add the front image' } })
    expect(document.querySelector('[data-error-for="imageFront"]')?.getAttribute('data-error-key')).toBe('FieldsError.imageFront.Required')
    expect([input().getAttribute('aria-invalid'), input().getAttribute('aria-required')]).toEqual(['true', 'true'])
  })
})
