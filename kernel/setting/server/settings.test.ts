import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId, Ret, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import type { SettingState } from '../contract.ts'
import { listDeclaredTypes } from './setting-types.ts'
import { listSettingHistory } from './service/setting-history.ts'
import { listSettingTypes, getSettingState } from './service/setting-state.ts'
import { decryptSecret, restoreVersion, saveSetting } from './service/save-settings.ts'
import { updateSetting, getSetting, writeVersions, writeSetting } from './service/write-settings.ts'
import { specifiedSettings } from './specified.ts'
import { createSettingWorld, money, training, type SettingWorld } from './settings.fixture.ts'

const database = useDatabase()
const { as } = database
database.contribute('settings', ...specifiedSettings, money, training)
const { type } = training
let world: SettingWorld
let principal: Actor
let district: Actor

/** The administrator of this school. */
const head = (at: number) => createActor({ orgId: world.schools[at]!.id }, world.getSchoolScopes(at))

beforeAll(async () => {
  world = await as(createActor(), (ctx) => createSettingWorld(ctx, 3))
  district = createActor({ orgId: world.bureau.id }, world.everything)
  principal = head(0)
})
beforeEach(async () => {
  await database.sql('truncate tenant.setting, tenant.setting_history')
  // Clears the cache after direct SQL changes.
  await as(district, (ctx) => writeSetting(ctx, world.bureau.id, type, {}))
})

const state = (who: Actor, orgId: string | null = null, name = type) =>
  as(who, (ctx) => getSettingState(ctx, name, orgId))
type Form = Partial<Parameters<typeof saveSetting>[2]>

/** Saves with the current version, as after opening the page. */
async function save(who: Actor, value: Record<string, unknown>, form: Form = {}): Promise<SettingState> {
  const { version } = await state(who, form.orgId ?? null)
  return as(who, (ctx) => saveSetting(ctx, type, { orgId: null, type: undefined, value, version, ...form }))
}
const valueFor = (at: number) => as(principal, (ctx) => training.read(ctx, world.schools[at]!.path))

describe('the effective value', () => {
  it('of a new school is the default, for every type', async () => {
    expect(listDeclaredTypes(database).length).toBeGreaterThan(10)
    for (const { type: name, keys } of listDeclaredTypes(database)) {
      const { value, source, version, schema } = await state(principal, null, name)
      expect(Object.keys(value).toSorted()).toEqual(Object.keys(keys).toSorted())
      expect(new Set(Object.values(source).map(({ kind }) => kind)).difference(new Set(['standard']))).toEqual(
        new Set(),
      )
      expect(schema.keys.every(({ title, about }) => title !== '' && about !== '')).toBe(true)
      expect(version).toBe(0)
    }
  })

  it('is resolved key by key: keys that a school has not set are inherited', async () => {
    await save(principal, { dayCap: 4 })
    await save(district, { dayCap: 8, yearGoal: 60, who: 'hr' })
    const { value, source, own } = await state(principal)
    expect(value).toMatchObject({ dayCap: 4, yearGoal: 60, who: 'hr', when: 'year' })
    expect(source).toMatchObject({
      dayCap: { kind: 'own' },
      yearGoal: { kind: 'above', orgName: '云禾区教育局' },
      when: { kind: 'standard', orgName: '' },
    })
    expect(own).toEqual({ dayCap: 4 })
    const paths = world.schools.map(({ path }) => path)
    const each = await as(district, (ctx) => training.readEach(ctx, paths))
    expect(each).toEqual(await Promise.all(paths.map((_, at) => valueFor(at))))
    expect(each.map(({ dayCap }) => dayCap)).toEqual([4, 8, 8])
    expect(await valueFor(1)).toMatchObject({ dayCap: 8, yearGoal: 60 })
  })

  it('stays inherited when a client sends all values back, and is inherited again on reset', async () => {
    await save(district, { yearGoal: 60 })
    const { value } = await state(principal)
    const { apiKey: _never, ...shown } = value
    expect((await save(principal, { ...shown, dayCap: 3 })).own).toEqual({ dayCap: 3 })
    expect((await save(principal, {}, { reset: ['dayCap'] })).own).toEqual({})
  })

  it('is read at once after a change, and not after a rollback', async () => {
    expect((await valueFor(0)).dayCap).toBe(6)
    await save(principal, { dayCap: 5 })
    expect((await valueFor(0)).dayCap).toBe(5)
    const mistake = as(principal, async (ctx) => {
      await writeSetting(ctx, world.schools[0]!.id, type, { dayCap: 9 })
      expect((await training.read(ctx, world.schools[0]!.path)).dayCap).toBe(9)
      throw new Error('taken back')
    })
    await expect(mistake).rejects.toThrow('taken back')
    expect((await valueFor(0)).dayCap).toBe(5)
    expect(await as(principal, (ctx) => getSetting(ctx, world.schools[0]!.path, type))).toEqual({ dayCap: 5 })
  })

  it('follows a change of another process within two seconds', async () => {
    let clock = performance.now()
    const watch = vi.spyOn(performance, 'now').mockImplementation(() => clock)
    try {
      await save(principal, { dayCap: 5 })
      expect((await valueFor(0)).dayCap).toBe(5)
      await database.sql(`update tenant.setting set value = '{"dayCap": 7}' where org_id = $1`, [world.schools[0]!.id])
      clock += 1_900
      expect((await valueFor(0)).dayCap).toBe(5)
      clock += 100
      expect((await valueFor(0)).dayCap).toBe(7)
    } finally {
      watch.mockRestore()
    }
  })

  it('keeps the other keys when code changes a part', async () => {
    const school = world.schools[0]!
    await save(principal, { dayCap: 5, yearGoal: 40 })
    await as(principal, (ctx) => updateSetting(ctx, school.id, type, { yearGoal: 30 }))
    expect((await state(principal)).own).toEqual({ dayCap: 5, yearGoal: 30 })
    const nonsense = as(principal, (ctx) => updateSetting(ctx, school.id, type, { dayCap: 99 }))
    await expect(nonsense).rejects.toThrow('每天学时上限：应在1到24学时之间')
  })

  it('ignores a stored value that is no longer valid', async () => {
    await save(principal, { dayCap: 5 })
    await database.sql(`update tenant.setting set value = '{"dayCap": 99}' where org_id = $1`, [world.schools[0]!.id])
    expect((await state(principal)).value['dayCap']).toBe(6)
  })
})

describe('a key locked by the district', () => {
  it('applies to every school and cannot be changed there, while other keys can', async () => {
    await save(principal, { dayCap: 4 })
    await save(district, { dayCap: 8 }, { fixed: ['dayCap'] })
    const fixed = await state(principal)
    expect(fixed.value['dayCap']).toBe(8)
    expect(fixed.source['dayCap']).toMatchObject({ kind: 'fixed', orgName: '云禾区教育局' })
    expect(fixed.fixed).toEqual([{ key: 'dayCap', orgId: world.bureau.id, orgName: '云禾区教育局' }])
    expect((await valueFor(0)).dayCap).toBe(8)
    await expect(save(principal, { dayCap: 5 })).rejects.toThrow('该项由云禾区教育局统一设置，不能修改')
    await expect(save(principal, {}, { reset: ['dayCap'] })).rejects.toThrow('该项由云禾区教育局统一设置，不能修改')
    expect((await save(principal, { dayCap: 8, yearGoal: 50 })).value).toMatchObject({ dayCap: 8, yearGoal: 50 })
  })

  it('can be set by the school again after the lock is removed', async () => {
    await save(principal, { dayCap: 4 })
    await save(district, {}, { fixed: ['dayCap'] })
    expect((await valueFor(0)).dayCap).toBe(6)
    await save(district, {}, { fixed: [] })
    expect((await valueFor(0)).dayCap).toBe(4)
  })

  it('must be one that is decided below', async () => {
    const getMoneyState = (who: Actor) => state(who, null, 'test.money')
    expect((await getMoneyState(district)).mayFix).toBe(false)
    const form = { orgId: null, type: undefined, value: {}, fixed: ['quota'], version: 0 }
    await expect(as(district, (ctx) => saveSetting(ctx, 'test.money', form))).rejects.toThrow('不需要锁定')
    expect((await getMoneyState(principal)).mayEdit).toBe(false)
    const school = { orgId: null, type: undefined, value: { quota: 5 }, version: 0 }
    await expect(as(principal, (ctx) => saveSetting(ctx, 'test.money', school))).rejects.toThrow('只能由区级设置')
  })

  it('can be locked only with the permission', async () => {
    await expect(save(principal, { dayCap: 4 }, { fixed: ['dayCap'] })).rejects.toMatchObject({ ret: Ret.forbidden })
  })
})

describe('saving a setting', () => {
  it('lets one of two administrators win and refuses the other', async () => {
    const { version } = await state(principal)
    const form = { orgId: null, type: undefined, version }
    const saves = [{ dayCap: 4 }, { dayCap: 5 }].map((value) =>
      as(principal, (ctx) => saveSetting(ctx, type, { ...form, value })),
    )
    const results = await Promise.allSettled(saves)
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { ret: Ret.changedByOthers, message: '数据已被他人修改，请刷新后重试' },
    })
  })

  it('accepts the last change of a client without versions', async () => {
    await save(principal, { dayCap: 4 })
    const form = { orgId: null, type: undefined, value: { dayCap: 6 } }
    expect(await as(principal, (ctx) => saveSetting(ctx, type, form))).toMatchObject({ value: { dayCap: 6 } })
    await expect(as(principal, (ctx) => saveSetting(ctx, type, { ...form, version: 0 }))).rejects.toMatchObject({
      ret: Ret.changedByOthers,
    })
  })

  it('writes only one of two versions that follow the same one', async () => {
    const { version, orgId } = await save(principal, { dayCap: 4 })
    const next = { orgId, value: { dayCap: 5 }, fixed: [], pinned: {}, follows: version }
    const writeNext = () => as(principal, (ctx) => writeVersions(ctx, [next], { type, cause: 'save' }))
    expect([await writeNext(), await writeNext()]).toEqual([[orgId], []])
  })

  it.each([
    [{ dayCap: 30 }, '每天学时上限：应在1到24学时之间'],
    [{ dayCap: 'six' }, '每天学时上限：应为整数'],
    [{ who: 'nobody' }, '由谁审核：请选择其中一项'],
    [{ needsProof: null }, '需要证明：应为是或否'],
    [{ colour: 'red' }, '未知的设置项：colour'],
    [{ constructor: 1 }, '未知的设置项：constructor'],
  ])('refuses %j', async (value, message) => {
    await expect(save(principal, value)).rejects.toMatchObject({
      ret: Ret.invalid,
      message: expect.stringContaining(message) as string,
    })
  })

  it('refuses unknown types, organisations out of scope, and callers without permission', async () => {
    await expect(state(principal, null, 'weather')).rejects.toMatchObject({
      ret: Ret.invalid,
      message: '未知的设置类型',
    })
    const other = world.schools[1]!.id
    for (const orgId of [other, world.bureau.id, newId()])
      await expect(save(principal, { dayCap: 4 }, { orgId })).rejects.toMatchObject({ ret: Ret.notFound })
    const teacher = { ...principal, permissions: new Map() }
    await expect(state(teacher)).rejects.toMatchObject({ ret: Ret.forbidden })
    const elsewhere = { ...district, districtId: database.away }
    await expect(state(elsewhere, other)).rejects.toMatchObject({ ret: Ret.notFound })
  })

  it('offers a school the types that schools decide', async () => {
    const names = async (who: Actor) =>
      (await as(who, (ctx) => listSettingTypes(ctx, null))).types.map((item) => item.type)
    expect(await names(principal)).toContain(type)
    expect(await names(principal)).not.toContain('leaveReason')
    expect((await as(district, (ctx) => listSettingTypes(ctx, null))).mayPush).toBe(true)
    expect((await as(principal, (ctx) => listSettingTypes(ctx, null))).mayPush).toBe(false)
  })

  it('returns a secret only to the code that uses it', async () => {
    const saved = await save(principal, { apiKey: 'kX-91-very-secret' })
    const stored = (await as(principal, (ctx) => training.read(ctx, world.schools[0]!.path))).apiKey
    const history = await as(principal, (ctx) => listSettingHistory(ctx, type, null))
    const rows = await database.sql('select * from tenant.setting, tenant.setting_history')
    expect([saved.value['apiKey'], saved.own['apiKey'], saved.inherited['apiKey']]).toEqual([null, undefined, null])
    expect(JSON.stringify([saved, await state(principal), history, rows])).not.toContain('very-secret')
    expect(await as(principal, (ctx) => decryptSecret(ctx, type, 'apiKey', stored))).toBe('kX-91-very-secret')
  })
})

describe('the setting history', () => {
  it('lists every version with its changes, and any can be restored', async () => {
    const first = await save(principal, { dayCap: 3 })
    await save(principal, { dayCap: 4, yearGoal: 50 })
    const third = await save(principal, { needsProof: false }, { reset: ['yearGoal'] })
    const restored = await as(principal, (ctx) =>
      restoreVersion(ctx, { type, orgId: null, target: first.version, version: third.version }),
    )
    expect(restored).toMatchObject({ own: first.own, version: third.version + 1 })
    const [newest, before] = await as(principal, (ctx) => listSettingHistory(ctx, type, null))
    expect(newest).toMatchObject({ version: restored.version, cause: 'restore' })
    expect(newest!.changes.map(({ title, before: was, after }) => [title, was, after])).toEqual([
      ['每天学时上限', 4, 3],
      ['需要证明', false, null],
    ])
    expect(before).toMatchObject({ version: third.version, cause: 'save' })
    expect(before!.changes.map(({ key }) => key)).toEqual(['yearGoal', 'needsProof'])
  })

  it('begins with the values from before the history', async () => {
    await save(principal, { dayCap: 4 })
    await database.sql('truncate tenant.setting_history')
    await save(principal, { dayCap: 3 })
    const history = await as(principal, (ctx) => listSettingHistory(ctx, type, null))
    expect(history.map(({ cause }) => cause)).toEqual(['save', 'system'])
  })

  it('does not restore what is locked by now', async () => {
    const first = await save(principal, { dayCap: 3, yearGoal: 40 })
    const second = await save(principal, {}, { reset: ['dayCap', 'yearGoal'] })
    await save(district, { dayCap: 8 }, { fixed: ['dayCap'] })
    const restored = await as(principal, (ctx) =>
      restoreVersion(ctx, { type, orgId: null, target: first.version, version: second.version }),
    )
    expect(restored.own).toEqual({ yearGoal: 40 })
    expect(restored.value['dayCap']).toBe(8)
  })

  it('refuses a stale restore and an unknown version', async () => {
    const { version } = await save(principal, { dayCap: 3 })
    const restore = (target: number, at: number) =>
      as(principal, (ctx) => restoreVersion(ctx, { type, orgId: null, target, version: at }))
    await expect(restore(version, version - 1)).rejects.toMatchObject({ ret: Ret.changedByOthers })
    await expect(restore(version + 40, version)).rejects.toMatchObject({ ret: Ret.notFound })
  })
})
