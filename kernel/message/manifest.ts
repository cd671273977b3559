import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'message',
  title: '消息',
  permissions: {
    'sms.read': {
      title: '查看短信发送日志',
      duty: 'log',
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org', auditor: 'district' },
    },
    'sms.export': {
      title: '导出短信发送日志',
      duty: 'log',
      needsTwoFactors: true,
      defaultFor: { 'district-admin': 'district', auditor: 'district' },
    },
    'sms.resend': {
      title: '重发短信',
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org' },
    },
    'sms.configure': { title: '设置短信额度', defaultFor: { 'district-admin': 'district' } },
  },
  metrics: {
    'sms.sent': {
      title: '发出的短信',
      unit: '条',
      kind: 'sum',
      grain: 'org',
      exposure: 'P2',
      freshness: 'day',
      note: '当天交给短信网关的消息短信，按消息所属单位统计。',
      drill: 'smsLogs',
      drillBy: { day: 'createdAt' },
    },
    'sms.delivered': {
      title: '短信送达',
      unit: '%',
      kind: 'rate',
      grain: 'org',
      exposure: 'P2',
      freshness: 'day',
      note: '当天交给网关的消息短信中已送达的比例。',
      drill: 'smsLogs?status=delivered',
      drillBy: { day: 'createdAt' },
    },
  },
  pages: [
    { path: '', title: '信息中心', permission: 'staff', help: 'messages', icon: 'bell', isOnPhone: true },
    { path: 'settings', title: '消息设置', permission: 'staff', help: 'message-settings' },
    {
      path: 'smsLogs',
      title: '短信发送日志',
      permission: 'sms.read',
      help: 'sms-log',
      icon: 'mail',
      group: 'logMmanagement',
    },
  ],
  web: {
    cards: [{ id: 'todos', title: '待办', columns: 5, sort: 1, placeholderHeight: 120, hasShape: true }],
    barItems: [{ id: 'messages', sort: 20, isShownInBigText: true }],
    backgrounds: ['counts'],
    phonePages: ['/studentMain/messages'],
    phoneCards: [
      { id: 'to-do', audience: 'staff', sort: 1, height: 108 },
      { id: 'messages', audience: 'both', tab: 'messages', sort: 1 },
      { id: 'messages', audience: 'staff', tab: 'messages', sort: 1 },
    ],
  },
})
