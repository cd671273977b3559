import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { orgApi, orgTypes, type Organisation } from '../../contract.ts'
import { editOrganisationForm, newOrganisationForm, guessTypeFromName } from '../components/organisation-form.tsx'
import { disableOrganisations, organisationPage, previewDisable, getImportOrgId } from '../queries.ts'

const parentId = '01a05a43-fc00-7000-8001-000000000000'
const child = '01a05a43-fc00-7000-8001-000000000001'
const signal = new AbortController().signal
let answer: unknown
let calls: { url: string; body: unknown }[]

beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    calls.push({ url, body: body === undefined ? undefined : JSON.parse(body as string) })
    return new Response(JSON.stringify({ ret: 1, msg: '', data: answer, executeTime: 1, success: true }))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('is a page of at most a hundred lines', () => {
  const lines = readFileSync(join(import.meta.dirname, 'organisations.tsx'), 'utf8')
    .trimEnd()
    .split('\n')
  expect(lines.length).toBeLessThanOrEqual(100)
})

it('sends the values of the URL to the server', async () => {
  answer = { itemCount: 0, pageCount: 0, items: [] }
  const listFilter = {
    node: parentId,
    below: true,
    filter: { keyword: '实验', type: 'school', stage: '2', status: 'open' },
  }
  const page = { pageNumber: 2, pageSize: 50, sort: { key: 'people', desc: true } }
  await organisationPage({ ...listFilter, ...page }).queryFn({ signal })
  const { searchParams, pathname } = new URL(calls[0]!.url, 'http://x')
  expect(pathname).toBe(orgApi.search.path)
  expect(Object.fromEntries(searchParams)).toEqual({
    parentId,
    within: 'below',
    keyword: '实验',
    type: 'school',
    stage: '2',
    status: 'open',
    sort: 'people',
    desc: 'true',
    pageNumber: '2',
    pageSize: '50',
  })
})

const typesOf = ({ sections }: ReturnType<typeof newOrganisationForm>) => {
  const options = sections[0]!.fields.find(({ name }) => name === 'type')?.options
  return Array.isArray(options) ? options.map(({ label }: { label: string }) => label) : []
}

it('offers only types that are allowed below the chosen organisation', () => {
  expect(typesOf(newOrganisationForm(parentId, 'school'))).toEqual(['内设部门'])
  expect(typesOf(newOrganisationForm(parentId, 'bureau'))).not.toContain('教育局')
  expect(newOrganisationForm(parentId, 'school').initial()).toMatchObject({ parentId, type: 'department', version: 0 })
})

it('derives stages from the ending of a school’s name', () => {
  expect(guessTypeFromName('清溪小学')).toEqual({ type: 'school', stages: [2] })
  expect(guessTypeFromName('清溪小学（东校区）')).toEqual({ type: 'school', stages: [2] })
  expect(guessTypeFromName('湖滨幼儿园')).toEqual({ type: 'kindergarten', stages: [1] })
  expect(guessTypeFromName('第一高级中学')).toEqual({ type: 'school', stages: [4] })
  expect(guessTypeFromName('文澜中学')).toEqual({ stages: [] })
  const nameOf = ({ sections }: ReturnType<typeof newOrganisationForm>) =>
    sections[0]!.fields.find(({ name }) => name === 'name')!
  expect(nameOf(newOrganisationForm(parentId, 'bureau')).fills?.('清溪小学' as never)).toEqual({
    type: 'school',
    stages: [2],
  })
  // A department of a school has no stages.
  expect(nameOf(newOrganisationForm(parentId, 'school')).fills).toBeUndefined()
})

it('requires stages for schools, and not for offices', () => {
  const form = newOrganisationForm(parentId, 'bureau')
  const stages = form.sections[0]!.fields.find(({ name }) => name === 'stages')!
  const school = form.initial()
  expect(stages.when?.({ ...school, type: 'school' })).toBe(true)
  expect(stages.when?.({ ...school, type: 'department' })).toBe(false)
})

it('begins the edit form with the present values and version', () => {
  const row = {
    ...newOrganisationForm(parentId, 'bureau').initial(),
    id: child,
    name: '文澜中学',
    stages: [3],
    version: 7,
  }
  expect(editOrganisationForm(row as unknown as Organisation).initial()).toMatchObject({ name: '文澜中学', version: 7 })
})

it('does not let a bureau change its type', () => {
  const row = { ...newOrganisationForm(null, 'bureau').initial(), type: 'bureau' } as unknown as Organisation
  expect(typesOf(editOrganisationForm(row))).toContain(orgTypes.bureau.title)
  const office = { ...row, type: 'department' } as Organisation
  expect(typesOf(editOrganisationForm(office))).not.toContain(orgTypes.bureau.title)
})

it('says before disabling who can no longer sign in, and what stays', async () => {
  answer = { count: 2, already: 1, below: 5, people: 56, names: ['文澜中学', '晨澜学校'] }
  const listFilter = { node: parentId, below: false, filter: { keyword: '澜' } }
  expect(await previewDisable({ all: true, listFilter, except: [child] }, true)).toMatchObject({
    count: 2,
    skipped: '另有 1 个已经停用，不受影响',
    changes: [
      { label: '状态', before: '正常', after: '停用' },
      { label: '可登录人员', before: '56 人', after: '0 人', warning: '56 人将不能登录' },
    ],
    consequences: [{ label: '下级机构', text: '5 个，各自的状态不变' }],
  })
  expect(calls[0]).toMatchObject({
    url: orgApi.disablePreview.path,
    body: { targets: { all: true, filter: { parentId, keyword: '澜' }, except: [child] }, isDisabled: true },
  })
})

it('imports organisations below an organisation, never below a department', () => {
  const path = [
    { id: parentId, name: '文澜中学', kind: 'school' },
    { id: child, name: '办公室', kind: 'department' },
  ]
  expect(getImportOrgId({ isReady: true, node: child, path })).toBe(parentId)
})

it('undoes only its own changes', async () => {
  answer = { count: 1, already: 1, below: 0, people: 3, names: ['办公室'], changed: [child] }
  const undo = await disableOrganisations({ ids: [parentId, child] }, true)
  await undo()
  expect(calls.map(({ body }) => body)).toEqual([
    { targets: { ids: [parentId, child] }, isDisabled: true },
    { targets: { ids: [child] }, isDisabled: false },
  ])
})
