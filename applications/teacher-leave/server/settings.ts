import { amount, choice, defineSetting } from '#kernel/setting/server/api.ts'

/** Who sees on the calendar that colleagues are away. */
export const calendarReaders = { managers: '仅管理人员', department: '同部门', organisation: '全单位' } as const

export const leaveSetting = defineSetting({
  type: 'leave',
  title: '请假',
  app: '请假管理',
  description: '请假、销假和调休的规则。',
  levels: ['district', 'school'],
  keys: {
    backdateDays: amount({
      title: '可补请几天内的假',
      about: '假期类型没有另行规定时，最多补请这些天内开始的假。',
      min: 0,
      max: 60,
      standard: 7,
      unit: '天',
    }),
    proofDays: amount({
      title: '补交证明的期限',
      about: '返岗后几个工作日内补交证明。',
      min: 0,
      max: 30,
      standard: 3,
      unit: '天',
    }),
    extension: choice({
      title: '续假',
      about: '最晚什么时候申请续假或缩短。',
      options: { 'before-end': '假期结束前', 'before-return': '销假前' },
      standard: 'before-return',
    }),
    calendarFor: choice({
      title: '谁能看请假日历',
      about: '同事只看到谁不在，看不到请假类型和事由。',
      options: calendarReaders,
      standard: 'department',
    }),
    conflictPercent: amount({
      title: '多人同时请假提醒',
      about: '部门里不在的人达到这个比例时，日历上标出当天。',
      min: 10,
      max: 100,
      standard: 30,
      unit: '%',
    }),
    maternityBase: amount({
      title: '产假基础天数',
      about: '国家规定98天。',
      min: 98,
      max: 365,
      standard: 98,
      unit: '天',
    }),
    maternityAward: amount({
      title: '产假奖励天数',
      about: '本省在基础天数以外增加的天数。',
      min: 0,
      max: 365,
      standard: 60,
      unit: '天',
    }),
    maternityDifficult: amount({
      title: '难产增加天数',
      about: '难产时增加的天数。',
      min: 0,
      max: 60,
      standard: 15,
      unit: '天',
    }),
    maternityMultiple: amount({
      title: '多胞胎增加天数',
      about: '每多一个婴儿增加的天数。',
      min: 0,
      max: 60,
      standard: 15,
      unit: '天',
    }),
    timeOffMonths: amount({
      title: '调休有效期',
      about: '加班转成的调休，从加班当天起几个月内有效。',
      min: 1,
      max: 24,
      standard: 6,
      unit: '个月',
    }),
  },
})
