import { beforeEach, expect, it } from 'vitest'
import { Ret, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import type { SettingTagForm } from '../contract.ts'
import { listSettingHistory } from './service/setting-history.ts'
import { listClosings, listExamReleases, getSettingState, getStudentRecordSetting } from './service/setting-state.ts'
import { restoreVersion, saveSetting, saveSettingTags } from './service/save-settings.ts'
import { listSettingTags } from './service/setting-tags.ts'
import { specifiedSettings } from './specified.ts'
import { createSettingWorld, type SettingWorld } from './settings.fixture.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
database.contribute('settings', ...specifiedSettings)
const type = 'leaveReason'
let world: SettingWorld
let principal: Actor
let district: Actor

/** The administrator of this school. */
const head = (at: number) => createActor({ orgId: world.schools[at]!.id }, world.getSchoolScopes(at))

beforeEach(async () => {
  world = await as(createActor(), (ctx) => createSettingWorld(ctx, 3))
  district = createActor({ orgId: world.bureau.id }, world.everything)
  principal = head(0)
})

const newTags = (...names: string[]): SettingTagForm[] =>
  names.map((name) => ({ id: null, name, color: '', isEnabled: true }))
const save = async (who: Actor, tags: readonly SettingTagForm[]) =>
  (await as(who, (ctx) => saveSettingTags(ctx, type, null, tags))).tags!
const offered = async (at: number) =>
  (await as(principal, (ctx) => listSettingTags(ctx, world.schools[at]!.path, type))).map(({ name }) => name)

it('twelve reordered tags keep their ids; a missing one is disabled and keeps its name', async () => {
  const twelve = await save(principal, newTags(...'病事婚产丧公探年陪护学假'.split('')))
  expect(twelve.map(({ sort }) => sort)).toEqual([...Array(12).keys()].map((at) => at + 1))
  const turned = twelve.toReversed() as SettingTagForm[]
  const after = await save(principal, turned)
  expect(after.map(({ id }) => id)).toEqual(twelve.map(({ id }) => id).toReversed())

  const fewer = await save(principal, turned.slice(1))
  const gone = fewer.at(-1)!
  expect(gone).toMatchObject({ id: turned[0]!.id, name: '假', isEnabled: false })
  expect(await offered(0)).not.toContain('假')

  const back = await save(principal, [...turned.slice(1), ...newTags('假')])
  expect(back.find(({ name }) => name === '假')).toMatchObject({ id: gone.id, isEnabled: true })
})

it('two tags can exchange their names', async () => {
  const [first, second, ...rest] = (await save(principal, newTags('病', '事'))) as SettingTagForm[]
  const swapped = [{ ...first!, name: '事' }, { ...second!, name: '病' }, ...rest]
  const after = await save(principal, swapped)
  expect(after.slice(0, 2).map(({ id, name }) => [id, name])).toEqual([
    [first!.id, '事'],
    [second!.id, '病'],
  ])
})

it('refuses duplicate tags and too many of them', async () => {
  await expect(save(principal, newTags('病', '病'))).rejects.toMatchObject({ ret: Ret.invalid, message: '名称已存在' })
  const many = newTags(...[...Array(51).keys()].map((at) => `事由${at}`))
  await expect(save(principal, many)).rejects.toThrow('最多50个')
  await expect(as(principal, (ctx) => saveSettingTags(ctx, 'appClose', null, newTags('病')))).rejects.toThrow(
    '未知的设置类型',
  )
})

it('a school without a list inherits that of the district until it makes one', async () => {
  await save(district, newTags('因公', '因私'))
  expect(await offered(1)).toEqual(['因公', '因私'])
  const inherited = (await as(head(1), (ctx) => getSettingState(ctx, type, null))).tags as SettingTagForm[]
  const own = await save(head(1), [...inherited, ...newTags('其他')])
  expect(own.map(({ id }) => id)).not.toContain(inherited[0]!.id)
  expect(await offered(1)).toEqual(['因公', '因私', '其他'])
  expect(await offered(2)).toEqual(['因公', '因私'])
})

it('an old list can be restored with its old ids', async () => {
  const who = head(2)
  const first = await save(who, newTags('甲', '乙'))
  await save(who, newTags('丙'))
  const { tags } = await as(who, (ctx) => restoreVersion(ctx, { type, orgId: null, target: 1, version: 2 }))
  expect(tags!.filter(({ isEnabled }) => isEnabled).map(({ id }) => id)).toEqual(first.map(({ id }) => id))
  const [newest] = await as(who, (ctx) => listSettingHistory(ctx, type, null))
  expect(newest).toMatchObject({ cause: 'restore', changes: [{ before: ['丙'], after: ['甲', '乙'] }] })
})

const addTo = async (who: Actor, name: string, value: Record<string, unknown>) => {
  const { version } = await as(who, (ctx) => getSettingState(ctx, name, null))
  return as(who, (ctx) => saveSetting(ctx, name, { type: undefined, orgId: null, value, version }))
}
const window = (from: string, to: string) => ({ fAppKey: 'dataCentre', from, to, reason: '期末考试' })

it('a school cannot open what the district closes, and may add to it', async () => {
  const june = window('2026-06-20T00:00:00+08:00', '2026-06-22T00:00:00+08:00')
  const july = window('2026-07-01T00:00:00+08:00', '2026-07-02T00:00:00+08:00')
  await addTo(district, 'appClose', { windows: [june] })
  const state = await addTo(principal, 'appClose', { windows: [july] })
  expect(state.value['windows']).toEqual([june, july])
  expect(state.own['windows']).toEqual([july])
  await addTo(principal, 'appClose', { windows: [] })
  expect((await as(principal, (ctx) => listClosings(ctx))).map(({ appKey, from }) => [appKey, from])).toEqual([
    ['dataCentre', june.from],
  ])
  await expect(addTo(principal, 'appClose', { windows: [{ ...july, to: july.from }] })).rejects.toThrow(
    '停用时段：结束时间应晚于开始时间',
  )
})

it('uses the latest date of an exam and every hidden part', async () => {
  const exam = (fStartDate: string, notRelease: string[]) => ({
    exams: [{ fId: 'june', fName: '六月联考', fStartDate, notRelease }],
  })
  await addTo(district, 'examRelease', exam('2026-07-05T00:00:00+08:00', []))
  await addTo(principal, 'examRelease', exam('2026-06-28T00:00:00+08:00', ['初三']))
  const [june] = await as(principal, (ctx) => listExamReleases(ctx, ''))
  expect(june).toMatchObject({ id: 'june', startDate: '2026-07-05T00:00:00+08:00', notRelease: ['初三'] })
  expect(await as(head(1), (ctx) => listExamReleases(ctx, ''))).toMatchObject([{ notRelease: [] }])
})

it('a pupil’s record is closed unless it is opened', async () => {
  const closedRecord = { openFields: [], from: null, to: null }
  expect(await as(principal, (ctx) => getStudentRecordSetting(ctx))).toEqual(closedRecord)
  await addTo(district, 'stuRecord', { openFields: ['phone'], to: '2026-09-30' })
  expect(await as(principal, (ctx) => getStudentRecordSetting(ctx))).toEqual({
    ...closedRecord,
    openFields: ['phone'],
    to: '2026-09-30',
  })
})
