import { amount, defineSetting } from '#kernel/setting/server/api.ts'

export const weatherSetting = defineSetting({
  type: 'weather',
  title: '天气提醒',
  app: '天气',
  description: '什么天气提醒调整室外活动。',
  levels: ['district', 'school'],
  keys: {
    heat: amount({
      title: '高温',
      about: '当天气温达到时提醒。',
      min: 30,
      max: 45,
      standard: 35,
      unit: '℃',
    }),
    wind: amount({
      title: '大风',
      about: '风力达到时提醒。',
      min: 4,
      max: 12,
      standard: 7,
      unit: '级',
    }),
  },
})
export type WeatherLimits = Awaited<ReturnType<typeof weatherSetting.read>>
