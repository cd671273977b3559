import { aBureau, aSchool } from '#kernel/org/server/example.ts'
import { type Ctx, type Scope, wholeDistrict, orgTreeScope } from '#packages/core'
import { amount, choice, secret, toggle } from './setting-keys.ts'
import { defineSetting } from './setting-types.ts'

/** A setting of an application with nine keys. */
export const training = defineSetting({
  type: 'test.training',
  title: '培训记录',
  app: '培训',
  description: '培训学时怎样记录。',
  levels: ['district', 'cluster', 'school'],
  keys: {
    dayCap: amount({
      title: '每天学时上限',
      about: '一天最多记这么多学时。',
      min: 1,
      max: 24,
      standard: 6,
      unit: '学时',
    }),
    yearGoal: amount({ title: '年度目标', about: '一年应完成。', min: 0, max: 500, standard: 90, unit: '学时' }),
    proofDays: amount({ title: '补证明期限', about: '几天内补齐。', min: 1, max: 60, standard: 7, unit: '天' }),
    needsProof: toggle({ title: '需要证明', about: '没有证明不计学时。', standard: true }),
    isOpen: toggle({ title: '教师自行填报', about: '教师可以自己填。', standard: true }),
    showsRank: toggle({ title: '显示排名', about: '教师能看到排名。', standard: false }),
    who: choice({
      title: '由谁审核',
      about: '填报后由谁审核。',
      standard: 'head',
      options: { head: '教研组长', hr: '人事' },
    }),
    when: choice({
      title: '统计口径',
      about: '按哪个年份统计。',
      standard: 'year',
      options: { year: '自然年', term: '学年' },
    }),
    apiKey: secret({ title: '对接密钥', about: '与区培训平台对接时使用。', most: 64 }),
  },
})

/** A setting that only the district decides. */
export const money = defineSetting({
  type: 'test.money',
  title: '短信经费',
  app: '经费',
  description: '全区的经费。',
  levels: ['district'],
  keys: { quota: amount({ title: '额度', about: '每月。', min: 0, max: 9, standard: 0, unit: '元' }) },
})

export interface SettingWorld {
  bureau: { id: string; path: string }
  schools: { id: string; path: string }[]
  /** The permissions of a district administrator. */
  everything: Record<string, Scope>
  /** The permissions of the administrator of this school. */
  getSchoolScopes: (at: number) => Record<string, Scope>
}

/** A bureau with this many schools. */
export async function createSettingWorld(ctx: Ctx, count: number): Promise<SettingWorld> {
  const bureau = await aBureau(ctx)
  const schools: SettingWorld['schools'] = []
  for (let at = 1; at <= count; at++) {
    const name = `第${String(at).padStart(2, '0')}小学`
    schools.push(await aSchool(ctx, bureau, name))
  }
  const whole = wholeDistrict
  return {
    bureau,
    schools,
    everything: { 'setting.read': whole, 'setting.edit': whole, 'setting.push': whole },
    getSchoolScopes: (at) => {
      const scope = orgTreeScope(schools[at]!)
      return { 'setting.read': scope, 'setting.edit': scope }
    },
  }
}
