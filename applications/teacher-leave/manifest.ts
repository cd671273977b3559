import { defineApplication } from '#packages/contract'

const daily = { grain: 'org', exposure: 'P2', freshness: 'day' } as const

export const manifest = defineApplication({
  key: 'teacher-leave',
  title: '请假管理',
  route: 'TeacherAskForLeave',
  category: 'office',
  about: '教职工请假、销假、调休和考勤汇总',
  icon: 'calendar',
  auditorType: 3,
  permissions: {
    'leave.manage': {
      title: '查看全部请假，代录、销假和作废',
      defaultFor: ['district-admin', 'school-admin', 'hr'],
      isForAdministrators: true,
    },
    'leave.balance': {
      title: '发放和调整假期余额，审核加班',
      defaultFor: ['district-admin', 'school-admin', 'hr'],
      isForAdministrators: true,
    },
    'leave.close': {
      title: '考勤结账和反结账',
      defaultFor: ['district-admin', 'school-admin', 'hr'],
      isForAdministrators: true,
    },
    'leave.stat': {
      title: '查看考勤汇总和请假统计',
      defaultFor: ['district-admin', 'district-office', 'school-admin', 'head', 'hr'],
      isForAdministrators: true,
    },
    'leave.type': {
      title: '设置假期类型',
      defaultFor: ['district-admin', 'school-admin', 'hr'],
      isForAdministrators: true,
    },
  },
  pages: [
    {
      path: '',
      title: '我的请假',
      permission: 'staff',
      help: 'my-leave',
      icon: 'calendar',
      isOnPhone: true,
      states: ['?fill=new'],
    },
    {
      path: 'calendar',
      title: '请假日历',
      permission: 'staff',
      help: 'leave-calendar',
      icon: 'schedule',
      shape: 'board',
      isOnPhone: true,
    },
    { path: 'overtime', title: '加班转调休', permission: 'staff', help: 'leave-overtime', icon: 'swap' },
    { path: 'records', title: '请假记录', permission: 'leave.manage', help: 'leave-records', icon: 'file-text' },
    { path: 'summary', title: '考勤汇总', permission: 'leave.stat', help: 'leave-summary', icon: 'table' },
    { path: 'balances', title: '余额管理', permission: 'leave.balance', help: 'leave-balances', icon: 'pay-circle' },
    {
      path: 'statistics',
      title: '请假统计',
      permission: 'leave.stat',
      help: 'leave-statistics',
      icon: 'bar-chart',
      shape: 'board',
    },
    { path: 'types', title: '假期类型', permission: 'leave.type', help: 'leave-types', icon: 'ordered-list' },
  ],
  web: {
    controls: ['leave-type'],
    cards: [
      {
        id: 'leave-today',
        title: '今日请假',
        permission: 'leave.stat',
        at: 'school',
        columns: 12,
        sort: 19,
        placeholderHeight: 112,
        hasShape: true,
      },
    ],
    phoneCards: [{ id: 'leave', audience: 'staff', sort: 3, height: 60 }],
  },
  metrics: {
    'leave.people': {
      ...daily,
      title: '请假人数',
      unit: '人',
      kind: 'level',
      note: '当天至少请假半天的教职工。',
      drill: 'records',
    },
    'leave.days': {
      ...daily,
      title: '请假天数',
      unit: '天',
      kind: 'sum',
      dims: { kind: '类型' },
      note: '已批准的请假在当天计的天数，每半天计0.5天。',
      drill: 'records',
    },
    'leave.rate': {
      ...daily,
      title: '请假率',
      unit: '%',
      kind: 'rate',
      note: '当天请假天数除以应出勤的教职工人数；非工作日不计。',
      drill: 'records',
    },
    'leave.long': {
      ...daily,
      title: '长假人数',
      unit: '人',
      kind: 'level',
      note: '当天正在休假且一次请假超过15天的教职工。',
      drill: 'records?box=long',
    },
  },
})
