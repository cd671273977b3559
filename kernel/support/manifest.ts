import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'support',
  title: '问题反馈',
  permissions: {
    'support.answer': {
      title: '答复问题反馈',
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree' },
    },
  },
  metrics: {
    'support.asked': {
      title: '提出的问题',
      unit: '条',
      kind: 'sum',
      grain: 'org',
      exposure: 'P2',
      freshness: 'day',
      note: '当天提出的问题，含后来撤回的。',
      drill: '',
      drillBy: { day: 'createdAt' },
      permission: 'support.answer',
    },
    'support.open': {
      title: '待答复的问题',
      unit: '条',
      kind: 'level',
      grain: 'org',
      exposure: 'P2',
      freshness: 'day',
      note: '当天结束时还没有答复的问题。',
      drill: '?status=open',
      drillBy: { day: null },
      permission: 'support.answer',
    },
    'support.answered-within-a-day': {
      title: '一天内答复',
      unit: '%',
      kind: 'rate',
      grain: 'org',
      exposure: 'P2',
      freshness: 'day',
      note: '当天提出的问题中，24 小时内得到答复的比例。',
      drill: '?status=answered',
      drillBy: { day: 'createdAt' },
      permission: 'support.answer',
    },
  },
  pages: [
    { path: '', title: '问题反馈', permission: 'staff', help: 'support', icon: 'customer-service', isOnPhone: true },
  ],
})
