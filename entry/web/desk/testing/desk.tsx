import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { vi } from 'vitest'
import { startSession } from '#packages/web/core/session.ts'
import { ToastProvider } from '#packages/web/desk/toast.tsx'
import { queryClient } from '../menu.ts'
import { routes } from '../router.tsx'
import { teacher } from './teacher.ts'

const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`
export const entry = (at: number, fText: string, fUrl: string, childers: object[] = []) => ({
  fId: id(at),
  fParentID: id(0),
  isRelation: true,
  fSort: at,
  fText,
  fUrl,
  childers,
})
const modules = [entry(1, '基础数据', '/baseData', [entry(2, '组织机构', '/baseData/Orgs')])]
const organisation = { id: id(70), name: '实验学校', type: 'school', stages: [2, 3] }
const mine = { ...organisation, address: '育才路 1 号', phone: '0500-86000000', contactName: '陈国栋' }

/** The answers of the fake server, by the end of the address; other addresses are not found. */
export const answers: Record<string, unknown> = {
  '/api/access/menu': { modules, permissions: ['org.read'], theme: 'system', bureauName: '云禾区教育局' },
  '/api/orgs/mine': { ...mine, bureauName: '云禾区教育局', bureauPhone: '0500-86000001' },
  '/api/directory/home': {
    people: 32,
    leaders: [
      {
        id: id(71),
        name: '赵启航',
        userAvatar: '',
        isFavourite: false,
        mobile: '',
        isMobileHidden: true,
        posts: [
          {
            userId: id(71),
            orgId: id(70),
            orgName: '实验学校',
            departmentId: null,
            departmentName: '',
            post: '校长',
            subject: '',
            officePhone: '0500-86000101',
            orgPhone: '0500-86000000',
          },
        ],
      },
    ],
    departments: [{ id: id(72), name: '教务处', people: 6, phone: '' }],
  },
  '/api/student/schoolSize': { pupils: 810, classes: 18 },
  '/api/access/administrators': {
    administrators: [{ name: '陈国栋', orgName: '实验学校', phone: '0500-86000126' }],
  },
  '/api/app/accessFacts': {
    openTo: [],
    needs: '查看组织机构',
    note: '',
    canRequest: true,
    isRequested: false,
    people: [{ name: '陈国栋', orgName: '实验学校', phone: '0500-86000126' }],
  },
}

/** The calls that reached the server, in order. */
export const calls: string[] = []

/** Fakes the server. */
export function serve(changed: Record<string, unknown> = {}) {
  calls.length = 0
  const all: Record<string, unknown> = { ...answers, ...changed }
  vi.stubGlobal('fetch', async (address: string) => {
    const path = address.replace(/\?.*$/, '')
    calls.push(path)
    const answer = all[path]
    if (answer instanceof Response) return answer.clone()
    const [ret, data] = answer === undefined ? [-5, null] : [1, answer]
    return new Response(JSON.stringify({ ret, msg: '', data, executeTime: 1, success: ret === 1 }))
  })
}

let open: Root | undefined

export const closeDesk = () => act(async () => open?.unmount())

/** Renders the whole desk for a signed-in user at an address. There is one at a time. */
export async function openDesk(address: string) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await closeDesk()
  queryClient.clear()
  startSession(teacher)
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  const root = createRoot(container)
  open = root
  const until = (isSo: () => boolean) =>
    act(async () => vi.waitFor(() => (isSo() ? Promise.resolve() : Promise.reject(new Error('not yet')))))
  const isQuiet = () => router.state.navigation.state === 'idle' && !queryClient.isFetching()
  // Effects run when `act` ends, and an effect may start the next request: the page must stay quiet for a while.
  const settle = async () => {
    for (let quiet = 0; quiet < 3; quiet = isQuiet() ? quiet + 1 : 0) await until(isQuiet)
  }
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>,
    ),
  )
  await until(() => router.state.initialized)
  await settle()
  const go = async (to: string | number) => {
    await act(async () => router.navigate(to as string))
    await settle()
  }
  const at = () => router.state.location.pathname + router.state.location.search
  return { container, go, at, settle }
}
