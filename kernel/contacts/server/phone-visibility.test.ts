import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { Ret, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { updatePhone } from '#kernel/identity/server/api.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import type { ContactScope } from '../contract.ts'
import { createSchools, type Schools } from './school.fixture.ts'
import { getColleague, getProfile } from './service/colleagues.ts'
import { findPeople } from './service/search-contacts.ts'
import { getContactSetting, saveContactSetting } from './service/contact-setting.ts'
import { listPeople, listTeacherContacts, getContactTree } from './service/contact-tree.ts'

const database = useDatabase()
const { as } = database
const number = '13900000001'
let is: Schools

beforeAll(async () => {
  is = await as(createActor(), createSchools)
})
beforeEach(() => database.sql('truncate tenant.contact_setting'))

const choose = async (who: Actor, scope: ContactScope) => {
  const { version } = await as(who, getContactSetting)
  const form = { scope, parentVisible: false, quietFrom: '', quietTo: '', version }
  return as(who, (ctx) => saveContactSetting(ctx, form))
}
const find = (who: Actor, keyword: string) => as(who, (ctx) => findPeople(ctx, keyword))
const page = { pageNumber: 1, pageSize: 20 }

/** The number of 赵文敏 as returned by every endpoint; all must agree. */
async function getShownNumber(who: Actor): Promise<string> {
  const { userId } = is.zhao
  const numbers = [
    (await as(who, (ctx) => getContactTree(ctx, is.office.id, true))).find(({ id }) => id === userId)!.mobile,
    (await find(who, '赵文敏')).items[0]!.mobile,
    (await as(who, (ctx) => getColleague(ctx, userId))).mobile,
    (await as(who, (ctx) => listPeople(ctx, is.school.id, page))).items.find(({ id }) => id === userId)!.mobile,
    (await as(who, (ctx) => listTeacherContacts(ctx, is.office.id))).find((one) => one.userId === userId)!.mobilePhone,
    (await as(who, (ctx) => getProfile(ctx, userId))).mobile,
  ]
  expect(numbers).toEqual(numbers.map(() => numbers[0]))
  return numbers[0]!
}

it('a role that hides phones hides all numbers but the own one', async () => {
  await choose(is.zhao, 'district')
  const withHiddenPhones = (who: Actor): Actor => ({ ...who, hiddenFields: new Set(['user.phone']) })
  expect(await getShownNumber(is.colleague)).toBe(number)
  expect(await getShownNumber(withHiddenPhones(is.colleague))).toBe('')
  expect(await getShownNumber(withHiddenPhones(is.zhao))).toBe(number)
})

describe('a phone number', () => {
  it('is visible in the scope that its owner chose, by default in the own school', async () => {
    const listViewers = async () => {
      const seen: string[] = []
      for (const [name, who] of Object.entries({
        herself: is.zhao,
        colleague: is.colleague,
        head: is.head,
        stranger: is.stranger,
        otherHead: is.otherHead,
        district: is.district,
      })) {
        if ((await getShownNumber(who)) === number) seen.push(name)
      }
      return seen.join(' ')
    }
    expect(await listViewers()).toBe('herself colleague head district')
    await choose(is.zhao, 'district')
    expect(await listViewers()).toBe('herself colleague head stranger otherHead district')
    await choose(is.zhao, 'school')
    expect(await listViewers()).toBe('herself colleague head district')
    await choose(is.zhao, 'leaders')
    expect(await listViewers()).toBe('herself head district')
    await choose(is.zhao, 'nobody')
    expect(await listViewers()).toBe('herself')
  })

  it('that is hidden shows a text, and a missing one shows nothing', async () => {
    await choose(is.zhao, 'nobody')
    const findFirst = async (who: Actor, keyword: string) => (await find(who, keyword)).items[0]
    expect(await findFirst(is.colleague, '赵文敏')).toMatchObject({ mobile: '', isMobileHidden: true })
    expect(await findFirst(is.head, '孙校长')).toMatchObject({ mobile: '', isMobileHidden: true })
    expect(await findFirst(is.district, '孙校长')).toMatchObject({ mobile: '', isMobileHidden: false })
  })

  it('follows the default of the district when the owner chose nothing', async () => {
    await as(is.district, (ctx) => writeSetting(ctx, is.bureau.id, 'directory', { defaultScope: 'leaders' }))
    expect(await getShownNumber(is.colleague)).toBe('')
    expect(await as(is.zhao, getContactSetting)).toMatchObject({ scope: 'leaders', isDefault: true, version: 0 })
    await as(is.district, (ctx) => writeSetting(ctx, is.bureau.id, 'directory', {}))
    expect(await getShownNumber(is.colleague)).toBe(number)
  })

  it('stays hidden when two records of its owner are merged', async () => {
    const twin = await as(is.district, (ctx) => aTeacher(ctx, { name: '赵文敏', at: is.otherSchool }))
    await choose(twin, 'nobody')
    expect(await getShownNumber(is.colleague)).toBe(number)
    const become = (into: string | null) =>
      database.sql('update tenant.person set merged_into = $1 where id = $2', [into, twin.personId])
    await database.sql('delete from tenant.membership where id = $1', [twin.userId])
    await become(is.zhao.personId)
    expect(await getShownNumber(is.colleague)).toBe('')
    expect(await as(is.zhao, getContactSetting)).toMatchObject({ scope: 'nobody', version: 0 })
    // A choice of the merged person overrides those of the old records.
    await choose(is.zhao, 'school')
    expect(await getShownNumber(is.colleague)).toBe(number)
    await become(null)
  })

  it('is not visible to a visitor of the school', async () => {
    const visitor: Actor = { ...is.stranger, orgId: is.school.id, homeOrgId: is.otherSchool.id }
    expect(await getShownNumber(visitor)).toBe('')
  })

  it('is decrypted only when it is shown', async () => {
    await choose(is.zhao, 'nobody')
    await database.sql(`update tenant.person set phone = '\\x00' where id = $1`, [is.zhao.personId])
    expect(await getShownNumber(is.colleague)).toBe('')
    await expect(find(is.zhao, '赵文敏')).rejects.toThrow()
    await as(is.zhao, (ctx) => updatePhone(ctx, is.zhao.personId, number))
  })
})

describe('the own contact setting', () => {
  it('is saved with the quiet hours, which callers can see', async () => {
    const form = { scope: 'school', parentVisible: true, quietFrom: '21:30', quietTo: '07:00', version: 0 } as const
    const saved = await as(is.zhao, (ctx) => saveContactSetting(ctx, form))
    expect(saved).toMatchObject({ ...form, version: 1, isDefault: false })
    expect(await as(is.zhao, getContactSetting)).toEqual(saved)
    expect(await as(is.colleague, (ctx) => getColleague(ctx, is.zhao.userId))).toMatchObject({
      quietFrom: '21:30',
      quietTo: '07:00',
      isSelf: false,
      sex: '',
    })
  })

  it('refuses an outdated version', async () => {
    await choose(is.zhao, 'district')
    const stale = { scope: 'nobody', parentVisible: false, quietFrom: '', quietTo: '', version: 0 } as const
    for (const version of [0, 7]) {
      await expect(as(is.zhao, (ctx) => saveContactSetting(ctx, { ...stale, version }))).rejects.toMatchObject({
        ret: Ret.changedByOthers,
      })
    }
    await expect(as(is.colleague, (ctx) => saveContactSetting(ctx, { ...stale, version: 3 }))).rejects.toMatchObject({
      ret: Ret.changedByOthers,
    })
  })
})
