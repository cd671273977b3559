import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { PageState, StaleBar } from './page-state.tsx'
import { getButton, click, hasButton, createTestRoot, getPageText } from './test-root.fixture.tsx'

let stage: ReturnType<typeof createTestRoot>
let tries: number
const retry = () => tries++

beforeEach(() => {
  stage = createTestRoot()
  tries = 0
})
afterEach(async () => {
  await stage.close()
  for (const name of ['onLine', 'clipboard']) Reflect.deleteProperty(navigator, name)
})

const network = (onLine: boolean) =>
  act(async () => {
    Object.defineProperty(navigator, 'onLine', { value: onLine, configurable: true })
    window.dispatchEvent(new Event(onLine ? 'online' : 'offline'))
  })
const failure = (parts: { ret: CallError['ret']; status: number; requestId?: string }) =>
  new CallError({ msg: '系统繁忙，请稍后重试', ...parts })

it('a failure shows what to do, retries, and has a request id that can be copied', async () => {
  const copied = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true })
  const error = failure({ ret: Ret.fault, status: 500, requestId: '019a6f2c' })
  await stage.show(<PageState status="failed" error={error} onRetry={retry} />)
  expect(getPageText()).toContain('数据加载失败')
  expect(getPageText()).toContain('系统繁忙，请稍后重试')
  await click(getButton('重试'))
  expect(tries).toBe(1)
  await click(getButton('复制编号'))
  expect(copied).toHaveBeenCalledWith('019a6f2c')
})

it('an internal error shows no details', async () => {
  await stage.show(<PageState status="failed" error={new TypeError('x is undefined')} onRetry={retry} />)
  expect(getPageText()).not.toContain('undefined')
  expect(getPageText()).toContain('页面出现异常，请刷新后重试')
})

it('a forbidden page shows whom to ask, and offers no useless actions', async () => {
  await stage.show(<PageState status="failed" error={failure({ ret: Ret.forbidden, status: 200 })} onRetry={retry} />)
  expect(getPageText()).toContain('请联系本单位管理员开通')
  expect(document.querySelector('button')).toBeNull()
  await stage.show(<PageState status="forbidden" who="陈国栋，总务处" onRequestAccess={retry} />)
  expect(getPageText()).toContain('管理员：陈国栋，总务处')
  await click(getButton('申请权限'))
  expect(tries).toBe(1)
})

it('without an answer it blames the server when online, otherwise the network, and retries when that is back', async () => {
  const error = failure({ ret: Ret.unavailable, status: 0 })
  await stage.show(<PageState status="failed" error={error} onRetry={retry} />)
  expect(getPageText()).toContain('服务器没有响应')
  await network(false)
  expect(getPageText()).toContain('网络断开了')
  expect(tries).toBe(0)
  await stage.show(<PageState status="offline" onRetry={retry} />)
  await network(true)
  expect(tries).toBe(1)
})

it('stale data shows its age', async () => {
  await stage.show(<StaleBar since={Date.parse('2026-11-14T02:32:00Z')} onRetry={retry} />)
  expect(getPageText()).toContain('数据截至 10:32，没有读到新数据')
  await network(false)
  expect(getPageText()).toContain('数据截至 10:32，正在重连')
  await network(true)
  expect(tries).toBe(1)
})

it('empty, no match and not available are three different states', async () => {
  await stage.show(<PageState status="empty" title="还没有家访记录" next={<button type="button">新建家访</button>} />)
  expect(hasButton('新建家访')).toBe(true)
  await stage.show(<PageState status="noMatch" title="没有找到“qjj”相关应用" onClear={retry} />)
  expect(getPageText()).toContain('换个条件试试')
  await click(getButton('清除条件'))
  expect(tries).toBe(1)
  await stage.show(<PageState status="loading" />)
  expect(document.querySelector('[role=status][aria-label=正在加载]')).not.toBeNull()
})
