import { amount, choice, defineSetting, toggle } from '#kernel/setting/server/api.ts'

/** Whom a teacher may ask. The office may ask anybody of the school. */
export const askScopes = { subject: '同科教师', grade: '同科或同年级教师', school: '全校教师' } as const

export const coverSetting = defineSetting({
  type: 'cover',
  title: '代调课',
  app: '代调课记录查询',
  description: '代课、调课和代课课时的规则。是否须教务审核在单位资料里设置。',
  levels: ['district', 'school'],
  keys: {
    askWhom: choice({
      title: '可以请谁代课',
      about: '教师自己申请时可以选择的同事；教务可以安排全校教师。',
      options: askScopes,
      standard: 'school',
    }),
    exchangeDays: amount({
      title: '互换提前几天申请',
      about: '调课和移课最晚在上课几天前申请；请假引起的不限。',
      min: 0,
      max: 14,
      standard: 1,
      unit: '天',
    }),
    weekMost: amount({
      title: '一周最多代课',
      about: '每位教师一周代课、看管、合班的节数上限。',
      min: 1,
      max: 20,
      standard: 3,
      unit: '节',
    }),
    dayMost: amount({
      title: '一天课时提醒',
      about: '代课后当天的课超过这个节数时提醒。',
      min: 3,
      max: 12,
      standard: 5,
      unit: '节',
    }),
    crossClass: toggle({
      title: '允许跨班调课',
      about: '关闭时只能在一个班里对调，或由同一个班的两位教师对调。',
      standard: false,
    }),
    beforeLeave: choice({
      title: '请假前须安排好课程',
      about: '请假期间有课没有安排时，提醒或不能提交；“请教务安排”也算安排。',
      options: { no: '不要求', warn: '提醒', block: '不能提交' },
      standard: 'warn',
    }),
    showReason: toggle({
      title: '同事可以看到原因',
      about: '被询问的同事看到来源和说明；家长和学生始终看不到。',
      standard: false,
    }),
    unansweredMinutes: amount({
      title: '未答复提醒教务',
      about: '询问多少分钟后没有人答复，就提醒教务。',
      min: 5,
      max: 1440,
      standard: 30,
      unit: '分钟',
    }),
    creditSame: amount({
      title: '同科代课课时',
      about: '一节课计多少课时。',
      min: 0,
      max: 300,
      standard: 100,
      unit: '%',
    }),
    creditOther: amount({
      title: '跨科代课课时',
      about: '一节课计多少课时。',
      min: 0,
      max: 300,
      standard: 100,
      unit: '%',
    }),
    creditSupervise: amount({
      title: '自习看管课时',
      about: '一节课计多少课时。',
      min: 0,
      max: 300,
      standard: 50,
      unit: '%',
    }),
    creditMerge: amount({ title: '合班课时', about: '一节课计多少课时。', min: 0, max: 300, standard: 50, unit: '%' }),
    settleDay: amount({
      title: '结算日',
      about: '次月几日起可以结算上个月的代课课时。',
      min: 1,
      max: 28,
      standard: 5,
      unit: '日',
    }),
  },
})
