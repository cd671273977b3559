import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import type { SettingTag } from '../../contract.ts'
import { makeSettingState } from '../setting-state.fixture.ts'
import { TagEditor } from './tag-editor.tsx'

const ids = [1, 2, 3].map((at) => `0190a0b0-0000-7000-8000-00000000000${at}`)
const tags: SettingTag[] = ['病假', '事假', '公假'].map((name, at) => ({
  id: ids[at]!,
  name,
  color: '',
  sort: at + 1,
  isEnabled: true,
}))
let served: ReturnType<typeof createTestPage>

beforeEach(async () => {
  vi.useFakeTimers()
  Object.assign(window, { innerWidth: 1366 })
  const { version: _none, ...state } = makeSettingState({ tags })
  served = createTestPage({ '/api/orgs/saveSettingTag': () => ({ ...state, fVersion: 4 }) })
  await served.show(<TagEditor state={makeSettingState({ tags })} tags={tags} />)
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const save = async () => {
  await click(getButton('保存'))
  await settle()
  const [call] = served.callsTo('/api/orgs/saveSettingTag')
  return (call?.body as { tags: { id: string; name: string; isEnabled: boolean }[] } | undefined)?.tags
}
const field = (at: number) => document.querySelector<HTMLInputElement>(`[aria-label="第 ${at} 个标签的名称"]`)!

it('sends the whole list in its new order, each with its id', async () => {
  await click(getButton('上移公假'))
  await click(getButton('上移公假'))
  expect((await save())!.map(({ id, name }) => [id, name])).toEqual([
    [ids[2], '公假'],
    [ids[0], '病假'],
    [ids[1], '事假'],
  ])
})

it('disables instead of removing, and requires a name for a new tag', async () => {
  await click(document.querySelector<HTMLElement>('[aria-label="使用事假"]')!)
  await click(getButton('新建标签'))
  expect(await save()).toBeUndefined()
  expect(document.body.textContent).toContain('名称不能为空')
  await typeInto(field(4), '产假')
  const sent = (await save())!
  expect(sent[1]).toMatchObject({ id: ids[1], isEnabled: false })
  expect(sent[3]).toMatchObject({ id: '', name: '产假' })
})
