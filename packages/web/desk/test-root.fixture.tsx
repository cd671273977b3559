import { ConfigProvider } from 'antd'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { PreferenceStoreContext, type PreferenceStore } from './preference-store.ts'
import { ToastProvider } from './toast.tsx'

/** A page for a test, with helpers to use and inspect it. */
export function createTestRoot(preferenceStore: PreferenceStore | null = null) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  return {
    show: (page: ReactNode) =>
      act(async () =>
        root.render(
          // Tests need no styles of antd.
          <ConfigProvider theme={{ zeroRuntime: true }} button={{ autoInsertSpace: false }} wave={{ disabled: true }}>
            <PreferenceStoreContext value={preferenceStore}>
              <ToastProvider>{page}</ToastProvider>
            </PreferenceStoreContext>
          </ConfigProvider>,
        ),
      ),
    close: async () => {
      await act(async () => root.unmount())
      container.remove()
      // Test files that share a process share the window too: restores its usual size.
      Object.assign(window, { innerWidth: 1024, innerHeight: 768 })
    },
  }
}

const all = (selector: string, within: ParentNode = document) => [...within.querySelectorAll<HTMLElement>(selector)]
const getAccessibleName = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

/** The control that belongs to a label. */
export function getField(label: string) {
  const found = all('label, span[id$="-label"]').find(({ textContent }) => textContent.replace(/^\*/, '') === label)
  if (!found) throw new Error(`no field is called ${label}`)
  const id = found.getAttribute('for')
  const control =
    id === null ? found.closest('[data-field]')?.querySelector('input, button') : document.getElementById(id)
  return control as HTMLInputElement
}

export const getButton = (name: string) => {
  const found = all('button').findLast((button) => getAccessibleName(button) === name)
  if (!found) throw new Error(`no button is called ${name}`)
  return found as HTMLButtonElement
}
export const hasButton = (name: string) => all('button').some((button) => getAccessibleName(button) === name)

export const click = (element: HTMLElement) => act(async () => element.click())

/** As a browser does it: React checks for a value that it did not write itself. */
export const typeInto = (field: HTMLElement, text: string) =>
  act(async () => {
    field.focus()
    const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })

/** Chooses in a native select, by its accessible name. */
export const chooseOption = (name: string, value: string) =>
  act(async () => {
    const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${name}"]`)!
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(select, value)
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })

export const blurField = (field: HTMLElement) => act(async () => field.blur())

export const pressKey = (
  key: string,
  init: KeyboardEventInit = {},
  on: Element = document.activeElement ?? document.body,
) => act(async () => on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })))

export const getAnnouncements = (role: 'alert' | 'status') =>
  all(`[role=${role}]`)
    .map(({ textContent }) => textContent)
    .join('')
export const getPageText = () => document.body.textContent
