import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defineListPage } from './list-page.tsx'
import type { ListSpec } from './list-spec.ts'
import {
  clickByName,
  openPage,
  pressKey,
  createSchoolList,
  createSchools,
  getListText,
  type School,
} from './testing/open-list.tsx'

let close: () => Promise<void>

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(window, { innerWidth: 1366 })
})
afterEach(async () => {
  await close()
  vi.useRealTimers()
})

async function open(more: Partial<ListSpec<School>> = {}) {
  const list = createSchoolList({ schools: createSchools(3), requests: [], done: [], fault: undefined })
  const tabs = ({ name, kind }: School) => [
    { key: 'facts', label: '基本', sections: [{ facts: [{ label: '类型', value: kind }] }] },
    {
      key: 'people',
      label: '人员',
      sections: [{ title: '任职', aside: <a href="#x">添加兼职</a>, facts: [], whole: <p>{`${name}的人员`}</p> }],
    },
  ]
  close = await openPage(defineListPage({ ...list, detail: { ...list.detail!, tabs }, ...more }), {
    address: 'open=s1',
  })
}
const chosen = () => document.querySelector('[role=tab][aria-selected=true]')

it('shows one tab at a time, at first the first one', async () => {
  await open()
  expect(chosen()?.textContent).toBe('基本')
  expect(getListText()).not.toContain('学校1的人员')
  await clickByName('人员')
  expect(getListText()).toContain('学校1的人员')
  expect(getListText()).toContain('添加兼职')
  const panel = document.querySelector('[role=tabpanel]')!
  expect(panel.getAttribute('aria-labelledby')).toBe(chosen()?.id)
  expect(chosen()?.getAttribute('aria-controls')).toBe(panel.id)
})

it('moves between tabs with the arrows, and keeps the tab when stepping', async () => {
  await open()
  document.querySelector<HTMLElement>('[role=tab]')!.focus()
  await pressKey('ArrowRight')
  expect(document.activeElement?.textContent).toBe('人员')
  await clickByName('下一个')
  expect(getListText()).toContain('学校2的人员')
})

it('has a button for the primary action, and the rest in the menu', async () => {
  const action = { permission: 'school.close', run: async () => {}, done: () => '' }
  await open({
    actions: [
      { ...action, key: 'often', label: '调整', isPrimary: true },
      { ...action, key: 'seldom', label: '停用', isPrimary: false },
    ],
  })
  const buttons = [...document.querySelectorAll('aside button')].map(({ textContent }) => textContent)
  expect(buttons).toContain('调整')
  expect(buttons).not.toContain('停用')
})
