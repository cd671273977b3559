import { amount, defineSetting } from '#kernel/setting/server/api.ts'

/** The limits of an application that has no limits of its own. */
export const openApiSetting = defineSetting({
  type: 'openApi',
  title: '开放接口',
  app: '开放平台',
  description: '应用调用开放接口的限制。',
  levels: ['district'],
  keys: {
    dayCalls: amount({
      title: '每日调用次数',
      about: '一个应用每天最多调用多少次，零点重新计算。',
      min: 1,
      max: 10_000_000,
      standard: 10_000,
      unit: '次',
    }),
    perSecond: amount({
      title: '每秒调用次数',
      about: '一个应用每秒最多调用多少次。',
      min: 1,
      max: 1_000,
      standard: 20,
      unit: '次',
    }),
  },
})
