import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineListPage } from './list-page.tsx'
import {
  getAddress,
  clickByName,
  openPage,
  pressKey,
  listRowNames,
  createSchoolList,
  createSchools,
  settle,
  getListText,
  typeText,
  type School,
  type FakeServer,
} from './testing/open-list.tsx'

const schema = z.object({ name: z.string().min(1, '请填写名称'), note: z.string() })
type Values = z.output<typeof schema>

let server: FakeServer
let close: () => Promise<void>

// The forms are loaded only when they are opened.
beforeAll(() => import('./row-form-page.tsx'))
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  Object.assign(window, { innerWidth: 1366 })
  server = { schools: createSchools(3), requests: [], done: [], fault: undefined }
})
afterEach(async () => {
  await close()
  vi.useRealTimers()
})

const formOf = () => ({
  schema,
  initial: () => ({ name: '', note: '' }),
  sections: [
    { title: '基本', fields: [{ name: 'name', label: '名称', kind: 'text', required: true } as const] },
    { title: '更多', fields: [{ name: 'note', label: '备注', kind: 'text' } as const] },
  ],
})

async function open(address = '', permissions = ['school.close']) {
  const { create: _, edit: __, ...list } = createSchoolList(server)
  const Page = defineListPage<School, School, Values>({
    ...list,
    create: {
      label: '新建学校',
      permission: 'school.close',
      done: '已新建学校',
      isLong: true,
      form: formOf,
      submit: async ({ name }) => {
        const id = `new${server.schools.length}`
        server.schools.unshift({ id, name, kind: '中小学', isOff: false })
        return { id }
      },
    },
    edit: {
      permission: 'school.close',
      done: '已保存学校',
      isLong: true,
      form: formOf,
      known: ({ name }) => ({ name, note: '' }),
      submit: async ({ name }, row) => Object.assign(row, { name }),
    },
  })
  close = await openPage(Page, { address, permissions })
}
const field = () => document.querySelector<HTMLInputElement>('form:not([role]) input')!
const isListSeen = () => document.querySelector('[class*=behind]') === null
const send = async () => {
  await act(async () =>
    document.querySelector('form:not([role])')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  )
  await settle()
}

it('replaces the list, which comes back after it was sent', async () => {
  await open()
  await pressKey('n')
  expect([isListSeen(), getAddress()]).toEqual([false, 'fill=new'])
  expect(document.activeElement).toBe(field())
  await typeText(field(), '新学校')
  await send()
  expect([isListSeen(), getAddress()]).toEqual([true, ''])
  expect(getListText()).toContain('已新建学校')
  expect(listRowNames()[0]).toBe('新学校')
})

it('stays open for the next record, empty', async () => {
  await open('fill=new')
  await typeText(field(), '新学校')
  await clickByName('保存并继续新建')
  expect(server.schools[0]?.name).toBe('新学校')
  expect([isListSeen(), field().value]).toEqual([false, ''])
})

it('starts with the values of a row, and clears emptied fields', async () => {
  await open('fill=s2')
  expect(field().value).toBe('学校2')
  await typeText(field(), '')
  await send()
  expect(getListText()).toContain('请填写名称')
  await typeText(field(), '第二学校')
  await send()
  expect(listRowNames()).toContain('第二学校')
})

it('is not available to users without the permission, whatever the address says', async () => {
  await open('fill=new', [])
  expect(isListSeen()).toBe(true)
  await close()
  await open('fill=s2', [])
  expect(isListSeen()).toBe(true)
})
