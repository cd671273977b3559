import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { aSchool } from '#kernel/org/server/example.ts'
import { newId, Ret, type Actor, wholeDistrict, orgTreeScope } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createOrganisation } from '#kernel/org/server/api.ts'
import type { SettingPushForm } from '../contract.ts'
import { compareSettings, previewPush, pushSetting, undoPush } from './service/push-settings.ts'
import { getSettingImpact } from './service/setting-impact.ts'
import { getSettingState } from './service/setting-state.ts'
import { saveSetting } from './service/save-settings.ts'
import { writeSetting } from './service/write-settings.ts'
import { specifiedSettings } from './specified.ts'
import { createSettingWorld, money, training, type SettingWorld } from './settings.fixture.ts'

const database = useDatabase()
const { as } = database
database.contribute('settings', ...specifiedSettings, money, training)
const { type } = training
let world: SettingWorld
let district: Actor

/** The administrator of this school. */
const head = (at: number) => createActor({ orgId: world.schools[at]!.id }, world.getSchoolScopes(at))

beforeAll(async () => {
  world = await as(createActor(), (ctx) => createSettingWorld(ctx, 40))
  district = createActor({ orgId: world.bureau.id }, world.everything)
})
beforeEach(async () => {
  await database.sql('truncate tenant.setting, tenant.setting_history')
  // Clears the cache after direct SQL changes.
  await as(district, (ctx) => writeSetting(ctx, world.bureau.id, type, {}))
})

const everywhere = (change: Partial<SettingPushForm> = {}): SettingPushForm => ({
  type,
  value: { dayCap: 8 },
  fixed: [],
  orgs: { all: true },
  ...change,
})
const decide = async (at: number, value: Record<string, unknown>) => {
  const who = head(at)
  const { version } = await as(who, (ctx) => getSettingState(ctx, type, null))
  return as(who, (ctx) => saveSetting(ctx, type, { type, orgId: null, value, version }))
}
const caps = async () => {
  const { keys } = await as(district, (ctx) => compareSettings(ctx, type))
  return Object.fromEntries(keys.find(({ key }) => key === 'dayCap')!.groups.map(({ value, count }) => [value, count]))
}

it('previews how many schools change, changes exactly those, and undoes it', async () => {
  for (let at = 0; at < 9; at++) await decide(at, { dayCap: 8, yearGoal: 50 + at })
  await decide(9, { dayCap: 4 })
  expect(await caps()).toEqual({ 4: 1, 6: 30, 8: 9 })
  const preview = await as(district, (ctx) => previewPush(ctx, everywhere()))
  expect(preview).toEqual({
    changing: 31,
    same: 9,
    blocked: 0,
    names: ['第10小学', '第11小学', '第12小学', '第13小学', '第14小学'],
  })
  expect(await caps()).toEqual({ 4: 1, 6: 30, 8: 9 })

  const { pushId, changing } = await as(district, (ctx) => pushSetting(ctx, everywhere()))
  expect(changing).toBe(31)
  expect(await caps()).toEqual({ 8: 40 })
  expect(await as(district, (ctx) => undoPush(ctx, pushId))).toEqual({ restored: 31, skipped: 0 })
  expect(await caps()).toEqual({ 4: 1, 6: 30, 8: 9 })
  await expect(as(district, (ctx) => undoPush(ctx, pushId))).rejects.toThrow('没有可以撤销的内容')
})

it('keeps values that a school has changed since', async () => {
  const { pushId } = await as(district, (ctx) => pushSetting(ctx, everywhere()))
  await decide(3, { dayCap: 2 })
  expect(await as(district, (ctx) => undoPush(ctx, pushId))).toEqual({ restored: 39, skipped: 1 })
  expect(await caps()).toEqual({ 2: 1, 6: 39 })
})

it('can lock a key in some schools: they cannot change it, the others can', async () => {
  const ids = [world.schools[0]!.id, world.schools[1]!.id]
  const form = everywhere({ fixed: ['dayCap'], orgs: { ids } })
  expect(await as(district, (ctx) => pushSetting(ctx, form))).toMatchObject({ changing: 2, same: 0 })
  await expect(decide(0, { dayCap: 5 })).rejects.toThrow('该项由云禾区教育局统一设置，不能修改')
  expect((await decide(0, { yearGoal: 70 })).source['dayCap']).toMatchObject({ kind: 'fixed' })
  expect((await decide(2, { dayCap: 5 })).value['dayCap']).toBe(5)
  // Pushed again without a lock, the schools may change it.
  await as(district, (ctx) => pushSetting(ctx, everywhere({ orgs: { ids } })))
  expect((await decide(0, { dayCap: 5 })).source['dayCap']).toMatchObject({ kind: 'own' })
})

it('skips schools for which an organisation in between has locked another value', async () => {
  // Removed afterwards, because the other tests count forty schools.
  onTestFinished(async () => {
    await database.sql("update tenant.organisation set deleted_at = now() where name in ('城东学区', '城东小学')")
  })
  const school = await as(district, async (ctx) => {
    const parent = await createOrganisation(ctx, { parent: world.bureau, name: '城东学区', type: 'cluster' })
    const made = await aSchool(ctx, parent, '城东小学')
    const form = { type, orgId: parent.id, value: { dayCap: 3 }, fixed: ['dayCap'], version: 0 }
    await saveSetting(ctx, type, form)
    return made
  })
  const preview = await as(district, (ctx) => previewPush(ctx, everywhere({ orgs: { ids: [school.id] } })))
  expect(preview).toMatchObject({ changing: 0, same: 0, blocked: 1 })
})

it('a push from below does not remove a lock of the district in a school', async () => {
  const [school] = world.schools
  const ids = [school!.id]
  const { pushId } = await as(district, (ctx) => pushSetting(ctx, everywhere({ fixed: ['dayCap'], orgs: { ids } })))
  const clusterScope = orgTreeScope(school!)
  const local = createActor({ orgId: school!.id }, { ...world.getSchoolScopes(0), 'setting.push': clusterScope })
  const otherwise = everywhere({ value: { dayCap: 5 }, orgs: { ids } })
  expect(await as(local, (ctx) => pushSetting(ctx, otherwise))).toMatchObject({ changing: 0, blocked: 1 })
  expect(await as(local, (ctx) => pushSetting(ctx, everywhere({ orgs: { ids } })))).toMatchObject({
    changing: 0,
    same: 1,
  })
  await expect(as(local, (ctx) => undoPush(ctx, pushId))).rejects.toThrow('没有可以撤销的内容')
  await expect(decide(0, { dayCap: 5 })).rejects.toThrow('该项由云禾区教育局统一设置，不能修改')
})

it('refuses types that schools do not decide, invalid values, and schools out of scope', async () => {
  const trying = (form: SettingPushForm, who = district) => as(who, (ctx) => pushSetting(ctx, form))
  await expect(trying(everywhere({ value: { dayCap: 99 } }))).rejects.toThrow('每天学时上限：应在1到24学时之间')
  await expect(trying(everywhere({ fixed: ['yearGoal'] }))).rejects.toThrow('只能锁定正在下发的设置项')
  await expect(trying(everywhere({ type: 'leaveReason' }))).rejects.toThrow('不能下发到学校')
  await expect(trying(everywhere({ type: 'appClose', value: { windows: [] } }))).rejects.toThrow('不需要下发')
  await expect(trying(everywhere({ orgs: { ids: [newId()] } }))).rejects.toMatchObject({ ret: Ret.notFound })
  const schoolScope = orgTreeScope(world.schools[0]!)
  const local = createActor({ orgId: world.schools[0]!.id }, { 'setting.push': schoolScope })
  const strange = everywhere({ orgs: { ids: [world.schools[1]!.id] } })
  await expect(trying(strange, local)).rejects.toMatchObject({ ret: Ret.notFound })
  const { pushId } = await trying(everywhere({ orgs: { ids: [world.schools[1]!.id] } }))
  await expect(as(local, (ctx) => undoPush(ctx, pushId))).rejects.toMatchObject({ ret: Ret.notFound })
  const away = createActor({ districtId: database.away }, { 'setting.push': wholeDistrict })
  await expect(as(away, (ctx) => undoPush(ctx, pushId))).rejects.toMatchObject({ ret: Ret.notFound })
})

const previewImpact = (who: Actor, form: Partial<Parameters<typeof getSettingImpact>[1]>) =>
  as(who, (ctx) => getSettingImpact(ctx, { type, orgId: null, value: {}, reset: [], ...form }))

it('previews before saving the schools that inherit the value', async () => {
  await decide(0, { dayCap: 4 })
  await decide(1, { dayCap: 8 })
  expect(await previewImpact(district, { value: { dayCap: 8 } })).toEqual({
    schools: 38,
    names: ['第03小学', '第04小学', '第05小学', '第06小学', '第07小学'],
  })
  // The value is the same as before.
  expect(await previewImpact(district, { value: { dayCap: 6 } })).toEqual({ schools: 0, names: [] })
  // A lock also affects schools with own values.
  expect(await previewImpact(district, { value: { dayCap: 8 }, fixed: ['dayCap'] })).toMatchObject({ schools: 40 })
  expect(await caps()).toEqual({ 4: 1, 6: 38, 8: 1 })
})

it('removing a value and its lock affects the schools that had to use it', async () => {
  const { version } = await as(district, (ctx) => getSettingState(ctx, type, null))
  const locked = { type, orgId: null, value: { dayCap: 8 }, fixed: ['dayCap'], version }
  await as(district, (ctx) => saveSetting(ctx, type, locked))
  expect(await previewImpact(district, { reset: ['dayCap'], fixed: [] })).toMatchObject({ schools: 40 })
})

it('a school affects only itself, and cannot preview another one', async () => {
  expect(await previewImpact(head(0), { value: { dayCap: 8 } })).toEqual({ schools: 0, names: [] })
  await expect(previewImpact(head(0), { orgId: world.schools[1]!.id, value: { dayCap: 8 } })).rejects.toMatchObject({
    ret: Ret.notFound,
  })
})
