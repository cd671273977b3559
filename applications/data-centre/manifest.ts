import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'data-centre',
  title: '数据中心',
  base: 'dataCentre',
  permissions: {
    'board.manage': {
      title: '设置本单位的看板布局',
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree' },
    },
  },
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
  web: {
    cards: [
      { id: 'key-figures', title: '今日指标', columns: 12, sort: 6, placeholderHeight: 128, hasShape: true },
      {
        id: 'class-attendance',
        title: '班级考勤',
        at: 'school',
        columns: 5,
        sort: 13,
        placeholderHeight: 120,
        hasShape: true,
      },
      {
        id: 'matrix',
        title: '各校上报',
        at: 'office',
        columns: 12,
        sort: 14,
        placeholderHeight: 320,
        hasShape: true,
      },
      {
        id: 'usage',
        title: '使用情况',
        columns: 12,
        startsRow: true,
        sort: 60,
        placeholderHeight: 128,
        hasShape: true,
      },
    ],
  },
  without: {
    scopedLists: { because: 'no-endpoints', note: '没有自己的列表' },
    import: { because: 'no-data', note: '没有自己的数据' },
    export: { because: 'no-data', note: '没有自己的数据' },
    orgContents: { because: 'not-needed', note: '只有看板布局，合并和撤销后不再使用' },
    recordKind: { because: 'no-data', note: '没有自己的数据' },
    responsibilities: { because: 'no-data', note: '没有自己的数据' },
    messageTemplates: { because: 'not-needed', note: '没有自己的消息' },
    settings: { because: 'other-modules', note: '看板由卡片的模块决定，没有可以调整的规则' },
    demoRows: { because: 'no-data', note: '没有自己的数据' },
    metrics: { because: 'other-modules', note: '指标由提供数据的模块声明' },
  },
})
