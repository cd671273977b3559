import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'data-centre',
  title: '数据中心',
  base: 'dataCentre',
  permissions: {},
  pages: [
    {
      path: 'dataBoard',
      title: '数据看板',
      permission: 'staff',
      help: 'data-board',
      icon: 'dashboard',
      shape: 'board',
    },
    {
      path: 'dataStatistics',
      title: '数据统计',
      permission: 'staff',
      help: 'data-statistics',
      icon: 'bar-chart',
      shape: 'board',
      states: ['?period=term'],
    },
  ],
  without: {
    permissions: '全体教职工都有看板；卡片的权限属于提供卡片的模块',
    scopedLists: '没有自己的列表',
    accessCases: '没有自己的接口',
    import: '没有自己的数据',
    export: '没有自己的数据',
    orgContents: '没有自己的数据',
    recordKind: '没有自己的数据',
    responsibilities: '没有自己的数据',
    messageTemplates: '没有自己的消息',
    settings: '看板由卡片的模块决定，没有可以调整的规则',
    demoRows: '没有自己的数据',
    metrics: '指标由提供数据的模块声明',
  },
})
