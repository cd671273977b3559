import { beforeEach, expect, it, vi } from 'vitest'
import { startSession } from '#packages/web/core/session.ts'
import type { DeskPage } from '../web-modules.ts'
import { teacher } from '../testing/teacher.ts'
import { visitPage } from './page-tags.ts'

const info: DeskPage = {
  url: '/personal/info',
  title: '个人信息',
  group: '个人中心',
  help: '',
  icon: '',
  shape: 'form',
  permission: { code: 'staff', title: '' },
  load: async () => ({ default: () => null }),
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

/** The tags of a freshly loaded browser tab, for the stored session. */
async function loaded() {
  vi.resetModules()
  const { addPages } = await import('../page-list.ts')
  addPages([info])
  const { useTags, changeTags, forgetTags, reopenTags } = await import('./tag-store.ts')
  reopenTags()
  const paths = () => useTags.getState().tags.map(({ address }) => address)
  return {
    paths,
    forgetTags,
    open: (path: string, search = '') =>
      changeTags((before) => visitPage(before, { path, title: path, address: path + search })),
  }
}

it('restores the tags with their last full address after a reload', async () => {
  startSession(teacher)
  const { open } = await loaded()
  open('/personal/info', '?tab=2')
  expect((await loaded()).paths()).toEqual(['/dataCentre/dataBoard', '/personal/info?tab=2'])
})

it('resets the tags when the organisation is switched, and for another person', async () => {
  startSession(teacher)
  const { open } = await loaded()
  open('/personal/info')
  startSession({ ...teacher, orgId: 'p' })
  expect((await loaded()).paths()).toEqual(['/dataCentre/dataBoard'])
  startSession(teacher)
  open('/personal/info')
  startSession({ ...teacher, userId: 'v' })
  expect((await loaded()).paths()).toEqual(['/dataCentre/dataBoard'])
})

it('closes all tags on sign-out', async () => {
  startSession(teacher)
  const { open, forgetTags, paths } = await loaded()
  open('/personal/info')
  forgetTags()
  expect(paths()).toEqual(['/dataCentre/dataBoard'])
  expect((await loaded()).paths()).toEqual(['/dataCentre/dataBoard'])
})

it('starts without tags when the stored value cannot be read', async () => {
  startSession(teacher)
  sessionStorage.setItem('tags', '{')
  expect((await loaded()).paths()).toEqual(['/dataCentre/dataBoard'])
})
