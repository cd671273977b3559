import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { useSession, type SessionUser } from '#packages/web/core/session.ts'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, getField, getPageText, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { orgApi, type MergePreview } from '../../contract.ts'
import { HostSection } from '../components/host-section.tsx'
import { JoinCode } from '../components/join-code.tsx'
import OrganisationHistory from '../components/organisation-history.tsx'
import { answers, ids, organisationAt } from '../organisation.fixture.ts'
import { previewSplit } from '../change-queries.ts'
import { isUnit, organisationActions } from './organisation-actions.tsx'
import MergeDialog from './merge-dialog.tsx'
import { getMoveForm } from './move-form.tsx'
import { getSplitForm } from './split-form.tsx'

let served: ReturnType<typeof createTestPage>
let preview: MergePreview
let closed: number

const east = organisationAt(ids.east)
const page = { close: () => void closed++, refresh: async () => {} }
const node = (name: string) => document.querySelector<HTMLElement>(`[role=treeitem] [title] [title="${name}"]`)
const title = () => document.querySelector('dialog h2')?.textContent
const until = async (ready: () => boolean) => {
  for (let step = 0; step < 100 && !ready(); step++) await settle(50)
  expect(ready()).toBe(true)
}
const sent = (path: string) => served.callsTo(path).map(({ body }) => body)
const findAction = (key: string) => organisationActions.find((one) => one.key === key)!
const run = async (key: string, id: string) => {
  const act = findAction(key)
  if ('run' in act) await act.run({ ids: [id] }, [])
}

beforeAll(async () => {
  // Loaded lazily, and not under the fake clock.
  await import('../pickers/org-picker.tsx')
  await import('./parent-picker.tsx')
  await import('./department-checklist.tsx')
  await import('../components/host-dialog.tsx')
  await import('../components/join-code-dialog.tsx')
})
beforeEach(() => {
  vi.useFakeTimers()
  closed = 0
  preview = {
    from: { id: ids.east, name: '城东小学' },
    to: { id: ids.west, name: '城西小学' },
    obstacles: [],
    contents: [{ key: 'people', title: '人员', measure: '名', count: 86 }],
    departments: [{ name: '教务处', becomes: 'joins', people: 12 }],
  }
  served = createTestPage({
    ...answers,
    [orgApi.setSort.path]: () => null,
    [orgApi.removeByPost.path]: () => null,
    [orgApi.mergePreview.path]: () => preview,
    [orgApi.merge.path]: () => preview,
    [orgApi.setHost.path]: () => ({ host: 'east.example.cn' }),
    [orgApi.newJoinCode.path]: () => ({ code: 'ABCD2345', expiresAt: '2026-12-15T02:00:00.000Z' }),
    [orgApi.dropJoinCode.path]: () => null,
    [orgApi.history.path]: () => [
      {
        id: ids.office,
        kind: 'renamed',
        before: '城东一小',
        after: '城东小学',
        at: '2026-09-01T02:00:00.000Z',
        byName: '武家豪',
      },
    ],
  })
})
afterEach(async () => {
  await served.close()
  useSession.setState({ user: null })
  vi.useRealTimers()
})

it('sends the types of the sort endpoint: one up, one down, to the top, to the end', async () => {
  for (const key of ['up', 'down', 'top', 'end']) await run(key, ids.office)
  expect(sent(orgApi.setSort.path)).toEqual([1, 2, 3, 4].map((type) => ({ orgId: ids.office, type, cnt: 1 })))
})

it('says why an organisation with contents cannot be deleted; the server checks other modules', async () => {
  const act = findAction('remove')
  const preview = 'preview' in act ? await act.preview?.({ ids: [ids.east] }, []) : undefined
  expect(preview).toMatchObject({ names: ['城东小学'], obstacle: '该组织下还有1个下级、3名人员，不能删除' })
  await run('remove', ids.east)
  expect(sent(orgApi.removeByPost.path)).toEqual([{ fOrgID: ids.east }])
})

it('shows what moves to the new organisation before the split', async () => {
  const preview = await previewSplit({
    id: ids.east,
    name: '城东新校',
    type: 'school',
    departmentIds: [ids.eastTeaching],
  })
  expect(preview).toMatchObject({ names: ['城东新校'], note: '拆分后不能撤销' })
  expect(preview.consequences.map(({ text }) => text)).toEqual(['教务处', '3 名'])
})

it('neither moves nor sorts nor deletes the bureau, and merges only organisations with people of their own', () => {
  const can = (key: string, id: string) => findAction(key).when?.(organisationAt(id)) ?? true
  expect(['up', 'move', 'remove'].map((key) => can(key, ids.bureau))).toEqual([false, false, false])
  expect([ids.bureau, ids.office, ids.east].map((id) => isUnit(organisationAt(id)))).toEqual([false, false, true])
  expect(organisationActions.filter(({ isSingle }) => !isSingle).map(({ label }) => label)).toEqual(['停用', '启用'])
})

it('moves a department only within its organisation, with the version that was read', async () => {
  const values: unknown[] = []
  const submit = async (answer: unknown) => void values.push(answer)
  const form = getMoveForm(organisationAt(ids.eastGroup))
  await served.show(<FormDialog title="移动" form={form} submit={submit} onClose={() => {}} />)
  await until(() => node('教务处') !== null)
  expect(node('城西小学')).toBeNull()
  await click(getButton('保存'))
  expect(getPageText()).toContain('请选择新的上级')
  await click(node('城东小学')!)
  await click(getButton('保存'))
  expect(values).toEqual([{ id: ids.eastGroup, parentId: ids.east, version: 7 }])
})

it('splits off the checked departments under a new name', async () => {
  const values: unknown[] = []
  const submit = async (answer: unknown) => void values.push(answer)
  await served.show(<FormDialog title="拆分" form={getSplitForm(east)} submit={submit} onClose={() => {}} />)
  await until(() => getPageText().includes('教务处'))
  await click(getButton('保存'))
  expect(getPageText()).toContain('请填写新机构名称')
  expect(getPageText()).toContain('请选择划出的部门')
  await typeInto(getField('新机构名称'), '城东第二小学')
  await click(document.querySelector<HTMLElement>('input[type=checkbox]')!)
  await click(getButton('保存'))
  expect(values).toEqual([{ id: ids.east, name: '城东第二小学', type: 'school', departmentIds: [ids.eastTeaching] }])
})

const chooseWest = async () => {
  await served.show(<MergeDialog row={east} page={page} />)
  await until(() => node('城西小学') !== null)
  expect(node('城东小学')).toBeNull()
  await click(node('城西小学')!)
  await click(getButton('下一步'))
  await until(() => getPageText().includes('将转入'))
}

it('merges only after the preview was shown and the name was typed', async () => {
  await chooseWest()
  expect(getPageText()).toContain('人员86 名')
  expect(getPageText()).toContain('教务处12 人并入同名部门')
  expect(getButton('合并').disabled).toBe(true)
  const field = document.querySelector<HTMLInputElement>('dialog input')!
  await typeInto(field, '城西小学')
  expect(getButton('合并').disabled).toBe(true)
  await typeInto(field, '城东小学')
  await click(getButton('合并'))
  await until(() => getPageText().includes('城东小学已并入城西小学'))
  expect(sent(orgApi.merge.path)).toEqual([{ fromId: ids.east, toId: ids.west }])
  await click(getButton('完成'))
  expect(closed).toBe(1)
})

it('does not merge while there are obstacles, and lists them', async () => {
  preview = { ...preview, obstacles: ['城西小学已停用'] }
  await chooseWest()
  expect(getPageText()).toContain('城西小学已停用')
  expect(getButton('合并').disabled).toBe(true)
  expect(document.querySelector('dialog input')).toBeNull()
  await click(getButton('上一步'))
  await until(() => getPageText().includes('城西小学云禾区教育局'))
})

const withRights = (part: React.ReactNode, rights = ['org.edit']) =>
  served.show(<PermissionContext value={new Set(rights)}>{part}</PermissionContext>)

it('shows a join code once, after a warning that the previous one ends', async () => {
  await withRights(<JoinCode id={ids.east} name="城东小学" />)
  await click(getButton('生成加入码'))
  await until(() => getPageText().includes('以前的加入码立即失效'))
  expect(sent(orgApi.newJoinCode.path)).toEqual([])
  await click(getButton('生成'))
  await until(() => getPageText().includes('ABCD 2345'))
  await click(getButton('完成'))
  expect(getPageText()).not.toContain('ABCD')
  await click(getButton('停用加入码'))
  await until(() => title() === '停用加入码：城东小学')
  await click(getButton('停用'))
  await until(() => title() === undefined)
  expect(sent(orgApi.dropJoinCode.path)).toEqual([{ orgId: ids.east }])
})

it('shows codes and addresses only to users who may change them', async () => {
  await withRights(<JoinCode id={ids.east} name="城东小学" />, [])
  expect(document.querySelector('button')).toBeNull()
  await withRights(<HostSection detail={{ ...east, host: 'east.example.cn' }} />, [])
  expect(getPageText()).toContain('east.example.cn')
  expect(document.querySelector('button')).toBeNull()
})

it('does not offer to change the own organisation’s address', async () => {
  useSession.setState({ user: { orgId: ids.east } as SessionUser })
  await withRights(<HostSection detail={east} />)
  expect(document.querySelector('button')).toBeNull()
})

it('sets an address in lower case', async () => {
  await withRights(<HostSection detail={east} />)
  expect(getPageText()).toContain('未设置')
  await click(getButton('设置域名'))
  await until(() => title() === '设置域名：城东小学')
  await typeInto(getField('域名'), 'East 1')
  await click(getButton('保存'))
  expect(getPageText()).toContain('请填写正确的域名')
  await typeInto(getField('域名'), 'East.example.cn')
  await click(getButton('保存'))
  await until(() => title() === undefined)
  expect(sent(orgApi.setHost.path)).toEqual([{ orgId: ids.east, host: 'east.example.cn' }])
})

it('shows the history of an organisation with the names of that time', async () => {
  await served.show(<OrganisationHistory id={ids.east} />)
  await until(() => getPageText().includes('城东一小 → 城东小学'))
  expect(getPageText()).toContain('更名')
  expect(getPageText()).toContain('武家豪')
})
