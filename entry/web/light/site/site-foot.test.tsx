import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { startSession } from '#packages/web/core/session.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const onFetch = vi.fn<(url: string, init: RequestInit) => void>()
const about = { icp: '浙ICP备2026000000号-1', policeFiling: '', policeUrl: '', helpPhone: '0571-8800 0000（工作日）' }

async function footAfter(answer: object | undefined) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    onFetch(url, init)
    return answer
      ? Promise.resolve(Response.json({ ret: 1, msg: '', data: answer }))
      : Promise.resolve(Response.json({ ret: -500, msg: '', data: null }))
  })
  const { SiteFoot } = await import('./site-foot.tsx')
  const container = document.createElement('div')
  const root = createRoot(container)
  await act(async () => {
    root.render(<SiteFoot />)
    await new Promise((done) => setTimeout(done))
  })
  await act(async () => {})
  const links = [...container.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  act(() => root.unmount())
  return { links, text: container.textContent, container }
}

it('shows the filing number and the phone number, and leaves out what is not configured', async () => {
  const { links } = await footAfter(about)
  expect(links).toContainEqual(['服务热线 0571-8800 0000（工作日）', 'tel:057188000000'])
  expect(links).toContainEqual(['浙ICP备2026000000号-1', 'https://beian.miit.gov.cn/'])
  expect(links.map(([label]) => label).join()).not.toContain('公网安备')
})

it('shows the policies also when the server cannot be reached', async () => {
  const { links } = await footAfter(undefined)
  expect(links.map(([, href]) => href)).toEqual([
    '/policy/privacy',
    '/policy/children',
    '/policy/user',
    '/help#browsers',
  ])
})

it('sends no token for a public page', async () => {
  startSession({
    token: '1.secret',
    userId: 'u',
    realName: '',
    userType: 3,
    orgId: 'o',
    orgName: '',
    orgType: 1,
  })
  onFetch.mockClear()
  await footAfter(about)
  expect(onFetch).toHaveBeenCalledOnce()
  const { headers } = onFetch.mock.calls[0]![1]
  expect(JSON.stringify(headers)).not.toContain('secret')
  expect(headers).not.toHaveProperty('x-org-id')
})
