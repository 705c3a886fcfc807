import { parseDate } from '@internationalized/date'
import { useRef } from 'react'
import { DismissButton, HiddenSelect, Overlay, useButton, useCalendar, useCalendarCell, useCalendarGrid, useComboBox, useDateField, useDatePicker, useDateSegment, useDialog, useFilter, useListBox, useModalOverlay, useNumberField, useOption, useOverlayTrigger, usePopover, useSelect, useToast, useToastRegion } from 'react-aria'
import { Item, useCalendarState, useComboBoxState, useDateFieldState, useDatePickerState, useNumberFieldState, useOverlayTriggerState, useSelectState, useToastState } from 'react-stately'
import { countries, documents } from './choices.js'
import { createCalendar } from '@internationalized/date'

const locale = 'en-GB'

/** react-aria's hooks around plain elements, as its documentation puts them together. */
function Button(props) {
  const ref = useRef(null)
  return <button {...useButton(props, ref).buttonProps} ref={ref} style={{ minWidth: 44, minHeight: 44 }}>{props.children}</button>
}

function Popover({ state, children, ...props }) {
  const ref = useRef(null)
  const { popoverProps, underlayProps } = usePopover({ ...props, popoverRef: ref }, state)
  return (
    <Overlay>
      {!props.isNonModal && <div {...underlayProps} style={{ position: 'fixed', inset: 0 }} />}
      <div {...popoverProps} ref={ref} style={{ ...popoverProps.style, background: '#fff' }}>
        {children}
        <DismissButton onDismiss={state.close} />
      </div>
    </Overlay>
  )
}

function Option({ item, state }) {
  const ref = useRef(null)
  const { optionProps, isFocused } = useOption({ key: item.key }, state, ref)
  return <li {...optionProps} ref={ref} style={{ minHeight: 44, background: isFocused ? '#ddd' : '#fff' }}>{item.rendered}</li>
}

function ListBox({ state, listBoxRef, ...props }) {
  const own = useRef(null)
  const ref = listBoxRef ?? own
  return <ul {...useListBox(props, state, ref).listBoxProps} ref={ref} style={{ maxHeight: 300, overflow: 'auto' }}>{[...state.collection].map((item) => <Option key={item.key} item={item} state={state} />)}</ul>
}

export function combobox({ report }) {
  const { contains } = useFilter({ sensitivity: 'base' })
  const props = { label: 'Country', name: 'field', autoComplete: 'country-name', defaultItems: countries, defaultSelectedKey: '1', defaultFilter: contains, menuTrigger: 'focus', children: (item) => <Item key={item.value}>{item.label}</Item>, onSelectionChange: (key) => { report(String(key ?? '')) } }
  const state = useComboBoxState(props)
  const [buttonRef, inputRef, listBoxRef, popoverRef] = [useRef(null), useRef(null), useRef(null), useRef(null)]
  const { buttonProps, inputProps, listBoxProps, labelProps } = useComboBox({ ...props, inputRef, buttonRef, listBoxRef, popoverRef }, state)
  return (
    <div>
      <label {...labelProps}>Country</label>
      <input {...inputProps} ref={inputRef} style={{ height: 48 }} />
      <button {...useButton(buttonProps, buttonRef).buttonProps} ref={buttonRef} style={{ width: 44, height: 44 }}>v</button>
      {state.isOpen && <Popover state={state} triggerRef={inputRef} isNonModal placement="bottom start"><ListBox {...listBoxProps} listBoxRef={listBoxRef} state={state} /></Popover>}
    </div>
  )
}

export function select({ report }) {
  const props = { label: 'Document', name: 'field', items: documents, children: (item) => <Item key={item.value}>{item.label}</Item>, onSelectionChange: (key) => { report(String(key ?? '')) } }
  const state = useSelectState(props)
  const ref = useRef(null)
  const { labelProps, triggerProps, valueProps, menuProps } = useSelect(props, state, ref)
  return (
    <div>
      <div {...labelProps}>Document</div>
      <HiddenSelect state={state} triggerRef={ref} label="Document" name="field" />
      <button {...useButton(triggerProps, ref).buttonProps} ref={ref} style={{ minHeight: 48 }}><span {...valueProps}>{state.selectedItem ? state.selectedItem.rendered : 'Choose'}</span></button>
      {state.isOpen && <Popover state={state} triggerRef={ref} placement="bottom start"><ListBox {...menuProps} state={state} /></Popover>}
    </div>
  )
}

function Segment({ segment, state }) {
  const ref = useRef(null)
  return <div {...useDateSegment(segment, state, ref).segmentProps} ref={ref} style={{ display: 'inline-block', minHeight: 44 }}>{segment.text}</div>
}

function Segments(props) {
  const ref = useRef(null)
  const state = useDateFieldState({ ...props, locale, createCalendar })
  const { fieldProps, inputProps } = useDateField(props, state, ref)
  return <><div {...fieldProps} ref={ref}>{state.segments.map((segment, index) => <Segment key={index} segment={segment} state={state} />)}</div><input {...inputProps} /></>
}

function Cell({ date, state }) {
  const ref = useRef(null)
  const { cellProps, buttonProps, formattedDate } = useCalendarCell({ date }, state, ref)
  return <td {...cellProps}><div {...buttonProps} ref={ref} style={{ minHeight: 40 }}>{formattedDate}</div></td>
}

function Calendar(props) {
  const state = useCalendarState({ ...props, locale, createCalendar })
  const { calendarProps, prevButtonProps, nextButtonProps, title } = useCalendar(props, state)
  const { gridProps, headerProps, weekDays, weeksInMonth } = useCalendarGrid({}, state)
  return (
    <div {...calendarProps}>
      <h2>{title}</h2><Button {...prevButtonProps}>Before</Button><Button {...nextButtonProps}>After</Button>
      <table {...gridProps}>
        <thead {...headerProps}><tr>{weekDays.map((day, index) => <th key={index}>{day}</th>)}</tr></thead>
        <tbody>{Array.from({ length: weeksInMonth }, (_, week) => <tr key={week}>{state.getDatesInWeek(week).map((day, index) => (day ? <Cell key={index} date={day} state={state} /> : <td key={index} />))}</tr>)}</tbody>
      </table>
    </div>
  )
}

function Dialog({ children, ...props }) {
  const ref = useRef(null)
  const { dialogProps, titleProps } = useDialog(props, ref)
  return <div {...dialogProps} ref={ref}>{props.title && <h2 {...titleProps}>{props.title}</h2>}{children}</div>
}

export function date({ report }) {
  const props = { label: 'Pick-up date', name: 'field', defaultValue: parseDate('2026-11-23'), onChange: (chosen) => { report(chosen ? chosen.toString() : '') } }
  const state = useDatePickerState(props)
  const ref = useRef(null)
  const { groupProps, labelProps, fieldProps, buttonProps, dialogProps, calendarProps } = useDatePicker(props, state, ref)
  return (
    <div>
      <div {...labelProps}>Pick-up date</div>
      <div {...groupProps} ref={ref}><Segments {...fieldProps} name="field" /><Button {...buttonProps}>Calendar</Button></div>
      {state.isOpen && <Popover state={state} triggerRef={ref} placement="bottom start"><Dialog {...dialogProps}><Calendar {...calendarProps} /></Dialog></Popover>}
    </div>
  )
}

function Modal({ state, children }) {
  const ref = useRef(null)
  const { modalProps, underlayProps } = useModalOverlay({ isDismissable: true }, state, ref)
  return <Overlay><div {...underlayProps} style={{ position: 'fixed', inset: 0 }}><div {...modalProps} ref={ref} style={{ background: '#fff' }}>{children}</div></div></Overlay>
}

export function dialog({ report }) {
  const state = useOverlayTriggerState({ onOpenChange: (open) => { if (!open) report('closed') } })
  const { triggerProps } = useOverlayTrigger({ type: 'dialog' }, state)
  const ref = useRef(null)
  const { buttonProps } = useButton(triggerProps, ref)
  return (
    <>
      <button {...buttonProps} ref={ref} data-open>Open</button>
      {state.isOpen && <Modal state={state}><Dialog title="Leave without saving?"><Button onPress={state.close}>Leave</Button><Button onPress={state.close}>Stay</Button></Dialog></Modal>}
    </>
  )
}

function Toast({ toast: shown, state }) {
  const ref = useRef(null)
  const { toastProps, contentProps, titleProps, closeButtonProps } = useToast({ toast: shown }, state, ref)
  return <div {...toastProps} ref={ref}><div {...contentProps}><div {...titleProps}>{shown.content}</div></div><Button {...closeButtonProps}>x</Button></div>
}

function Region({ state }) {
  const ref = useRef(null)
  return <div {...useToastRegion({}, state, ref).regionProps} ref={ref}>{state.visibleToasts.map((shown) => <Toast key={shown.key} toast={shown} state={state} />)}</div>
}

export function toast() {
  const state = useToastState({ maxVisibleToasts: 1 })
  return <><Button onPress={() => { state.add('Your data were saved', { timeout: 5000 }) }}>Open</Button>{state.visibleToasts.length > 0 && <Region state={state} />}</>
}

export function number({ report }) {
  const props = { label: 'Child seat', name: 'field', minValue: 0, maxValue: 3, defaultValue: 1, onChange: (next) => { report(String(next)) } }
  const state = useNumberFieldState({ ...props, locale })
  const ref = useRef(null)
  const { labelProps, groupProps, inputProps, incrementButtonProps, decrementButtonProps } = useNumberField(props, state, ref)
  return <div><label {...labelProps}>Child seat</label><div {...groupProps}><Button {...decrementButtonProps}>-</Button><input {...inputProps} ref={ref} style={{ height: 48 }} /><Button {...incrementButtonProps}>+</Button></div></div>
}
