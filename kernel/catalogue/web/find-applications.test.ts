import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { catalogueApi } from '../contract.ts'
import { useSession } from '#packages/web/core/session.ts'
import { tiles } from './centre.fixture.tsx'
import { findApplications } from './find-applications.ts'

let calledPaths: string[] = []
let who = 0

beforeEach(() => {
  calledPaths = []
  // A new person, because results are cached per person.
  useSession.setState({ token: `1.${++who}` })
  vi.stubGlobal('fetch', async (address: string) => {
    calledPaths.push(address)
    const data =
      address === catalogueApi.open.path
        ? { url: 'https://health.example.cn/' }
        : { apps: tiles, modules: [], recent: [], shortcuts: [], mayGrant: false }
    return new Response(JSON.stringify({ ret: 1, msg: '', data }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const find = async (keyword: string) => findApplications(keyword, new AbortController().signal)
const titles = async (keyword: string) => (await find(keyword)).map(({ title }) => title)

it('finds by characters, pinyin and initials only what the caller may open', async () => {
  expect(await titles('点名')).toEqual(['课堂点名'])
  expect(await titles('jiaowu')).toEqual(['教务管理'])
  // 新生报名系统 begins with the same letters, but the caller may not open it.
  expect(await titles('xs')).toEqual(['学生体质健康'])
  expect(calledPaths).toEqual([catalogueApi.centre.path])
  useSession.setState({ token: 'another' })
  await titles('xs')
  expect(calledPaths).toHaveLength(2)
})

it('opens a result like its tile and reports a blocked window', async () => {
  const other = { opener: window as unknown, location: { replace: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open')
    .mockReturnValueOnce(other as unknown as Window)
    .mockReturnValueOnce(null)
  const [hit] = await find('tizhi')
  expect(await hit!.open!()).toBeUndefined()
  expect(other.location.replace).toHaveBeenCalledWith('https://health.example.cn/')
  expect(await hit!.open!()).toBe('新窗口被拦截，请允许弹出窗口')
})
