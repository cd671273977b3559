import { CheckOutlined, StopOutlined } from '@ant-design/icons'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, useState, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import { createQueryClient } from '#packages/web/core/query-client.ts'
import { PreferenceStoreContext, type PreferenceStore, type SavedView } from '../../preference-store.ts'
import { PageContext } from '../../page-context.tsx'
import { PageSearchContext } from '../../page-search.tsx'
import { PermissionContext } from '../../permissions.tsx'
import { SheetImportExportContext, type SheetImportExport } from '../../sheet-import-export.ts'
import { ToastProvider } from '../../toast.tsx'
import { col } from '../columns.tsx'
import type { ListFilter, ListQuery, ListSpec, Targets } from '../list-spec.ts'

export interface School {
  id: string
  name: string
  kind: string
  isOff: boolean
}

/** The given number of schools: 学校1, 学校2 … */
export const createSchools = (count: number): School[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `s${at + 1}`,
    name: `学校${at + 1}`,
    kind: at % 2 ? '幼儿园' : '中小学',
    isOff: false,
  }))

/** A fake server with schools: the received queries, and the executed actions. */
export interface FakeServer {
  schools: School[]
  requests: ListQuery[]
  done: Targets[]
  /** Thrown instead of an answer. */
  fault: unknown
}

const findSchools = ({ schools }: FakeServer, { filter }: ListFilter) =>
  schools.filter(
    ({ name, kind }) => name.includes(filter['keyword'] ?? '') && (!filter['kind'] || filter['kind'] === kind),
  )

const listTargetSchools = (server: FakeServer, targets: Targets) =>
  'ids' in targets
    ? server.schools.filter(({ id }) => targets.ids.includes(id))
    : findSchools(server, targets.listFilter).filter(({ id }) => !targets.except.includes(id))

const getPage = (server: FakeServer, query: ListQuery) => {
  server.requests.push(query)
  if (server.fault) throw server.fault
  const { pageNumber, pageSize } = query
  const found = findSchools(server, query)
  const items = found.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
  return { items, itemCount: found.length, pageCount: Math.ceil(found.length / pageSize) }
}

/** A list of schools with every feature of a list. */
export function createSchoolList(server: FakeServer): ListSpec<School> {
  const set = (targets: Targets, isOff: boolean) => {
    server.done.push(targets)
    const changed = listTargetSchools(server, targets).filter((school) => school.isOff !== isOff)
    for (const school of changed) Object.assign(school, { isOff })
    return async () => {
      for (const school of changed) Object.assign(school, { isOff: !isOff })
    }
  }
  return {
    key: 'test:schools',
    queryKey: ['schools'],
    noun: { name: '学校', measure: '所' },
    page: (query) => ({ queryKey: ['schools', query], queryFn: async () => getPage(server, query) }),
    name: { title: '名称', of: ({ name }) => name, icon: () => null, sortable: true },
    columns: [
      col.text({ key: 'kind', title: '类型', width: 100, card: 'kind' }),
      col.status({
        key: 'status',
        title: '状态',
        width: 100,
        of: ({ isOff }) =>
          isOff
            ? { tone: 'closed', icon: StopOutlined, label: '停用' }
            : { tone: 'success', icon: CheckOutlined, label: '正常', isNormal: true },
      }),
    ],
    search: '名称',
    filters: [{ name: 'kind', label: '类型', options: ['中小学', '幼儿园'].map((value) => ({ value, label: value })) }],
    hasViews: true,
    actions: [
      {
        key: 'close',
        label: '停用',
        permission: 'school.close',
        isDanger: true,
        when: ({ isOff }) => !isOff,
        preview: async (targets) => {
          const open = listTargetSchools(server, targets).filter(({ isOff }) => !isOff)
          return {
            count: open.length,
            names: open.slice(0, 5).map(({ name }) => name),
            consequences: [],
            changes: [{ label: '状态', before: '正常', after: '停用', warning: '学生将不能登录' }],
          }
        },
        run: async (targets) => set(targets, true),
        done: (count) => `已停用 ${count} 所学校`,
      },
      {
        key: 'open',
        label: '启用',
        permission: 'school.close',
        when: ({ isOff }) => isOff,
        run: async (targets) => set(targets, false),
        done: (count) => `已启用 ${count} 所学校`,
      },
    ],
    detail: {
      of: (id) => ({
        queryKey: ['schools', 'detail', id],
        queryFn: async () => server.schools.find((school) => school.id === id)!,
      }),
      icon: () => null,
      name: ({ name }) => name,
      tag: () => null,
      about: ({ kind }) => [kind],
      sections: ({ kind }) => [{ title: '联系方式', facts: [{ label: '类型', value: kind }] }],
    },
    empty: { title: '还没有学校' },
  }
}

/** Stores views until the test is over. */
export const createPreferenceStore = (views: SavedView[], fault?: unknown): PreferenceStore => ({
  views: () => ({
    queryKey: ['views'],
    queryFn: async () => {
      if (fault) throw fault
      return [...views]
    },
  }),
  saveView: async ({ list: _, id, ...view }) => {
    const saved = { ...view, id: id ?? `v${views.length + 1}`, isMine: true }
    const at = views.findIndex((one) => one.id === id)
    views.splice(at < 0 ? views.length : at, 1, saved)
    return saved
  },
  deleteView: async (id) =>
    views.splice(
      views.findIndex((view) => view.id === id),
      1,
    ),
  readDraft: async () => null,
  saveDraft: async () => ({ savedAt: '' }),
  dropDraft: async () => {},
})

interface OpenPageOptions {
  address?: string
  permissions?: readonly string[]
  preferenceStore?: PreferenceStore
  sheets?: SheetImportExport
  /** Another page is in front of it. */
  isBehind?: boolean
}

let address = ''
/** The current address. */
export const getAddress = () => address

/** Renders a page as the shell does, and waits for it. Returns a function that unmounts it. */
export async function openPage(Page: ComponentType, options: OpenPageOptions = {}) {
  const { permissions = ['school.close'], preferenceStore = createPreferenceStore([]), isBehind = false } = options
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await fetched()
  address = options.address ?? ''
  const info = { title: '学校', group: '基础数据', permission: { code: 'school.read', title: '' }, actions: [] }
  function Shell() {
    const [search, setText] = useState(() => new URLSearchParams(address))
    return (
      <PageSearchContext
        value={{
          search,
          setSearch: (change) =>
            setText((before) => {
              const next = change(before)
              address = next.toString()
              return next
            }),
          isFront: !isBehind,
        }}
      >
        <Page />
      </PageSearchContext>
    )
  }
  const element = document.createElement('main')
  document.body.replaceChildren(element)
  const root = createRoot(element)
  await act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider>
          <PreferenceStoreContext value={preferenceStore}>
            <PermissionContext value={new Set(permissions)}>
              <PageContext value={info}>
                <SheetImportExportContext value={options.sheets ?? null}>
                  <Shell />
                </SheetImportExportContext>
              </PageContext>
            </PermissionContext>
          </PreferenceStoreContext>
        </ToastProvider>
      </QueryClientProvider>,
    ),
  )
  await settle()
  return () => act(async () => root.unmount())
}

/** Code that a press loads arrives late, and not by the fake clock. */
const fetched = () => Promise.all([import('../action-dialog.tsx'), import('../view-dialog.tsx')])

/** Waits for pending work. */
export const settle = () => act(() => vi.advanceTimersByTimeAsync(50))

const all = <Type extends Element = HTMLElement>(selector: string) => [...document.querySelectorAll<Type>(selector)]

// antd puts a space into labels of two characters unless the theme disables it.
const plain = (text: string) => text.replaceAll(/\s/g, '')
const nameOf = (one: Element) => plain(one.getAttribute('aria-label') ?? one.textContent ?? '')

/** An element to press, by its name; overlays come first. */
export function getByName(label: string) {
  const pressable = 'button, a, input, [role=menuitem]'
  const found = [...all(`dialog :is(${pressable}), [role=menu] *`), ...all(pressable)].find(
    (one) => nameOf(one) === plain(label),
  )
  if (!found) throw new Error(`nothing is called ${label}`)
  return found as HTMLInputElement
}

/** Waits until it exists, because loading takes an unknown time. */
export const waitUntil = <Thing,>(getThing: () => Thing) =>
  vi.waitFor(
    async () => {
      await settle()
      return getThing()
    },
    { timeout: 10_000 },
  )

/** Waits for the dialog over the page. */
export const waitForDialog = () =>
  waitUntil(() => {
    const found = document.querySelector('dialog')
    if (!found) throw new Error('there is no dialog')
    return found
  })

export async function clickByName(label: string, init: MouseEventInit = {}) {
  await waitUntil(() => getByName(label))
  await act(async () =>
    getByName(label).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init })),
  )
  await settle()
}

export async function pressKey(key: string, init: KeyboardEventInit = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  await act(async () => (document.activeElement ?? document.body).dispatchEvent(event))
  await settle()
  return event
}

export async function typeText(field: HTMLInputElement, text: string) {
  await act(async () => {
    // As a browser does it: React checks for a value that it did not write itself.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

export const listRowNames = () => all('tbody [data-row] [data-name]').map(({ textContent }) => textContent)
export const listTickedNames = () => all('tbody [data-ticked] [data-name]').map(({ textContent }) => textContent)
export const getListText = () => document.body.textContent ?? ''
