import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'data-centre',
  title: '数据中心',
  base: 'dataCentre',
  permissions: {
    'statistics.read': {
      title: '查看应用数据统计',
      defaultFor: {
        'district-admin': 'district',
        'district-office': 'district',
        'school-admin': 'org-tree',
        head: 'org-tree',
        academic: 'org-tree',
        auditor: 'district',
      },
    },
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
      title: '应用数据统计',
      permission: 'staff',
      help: 'data-statistics',
      icon: 'bar-chart',
      shape: 'board',
      states: ['?view=subjects', '?view=subjects&period=term'],
    },
  ],
  web: {
    cards: [
      {
        id: 'open-exceptions',
        title: '需要处理',
        permission: 'statistics.read',
        columns: 12,
        sort: 4,
        placeholderHeight: 64,
        hasShape: true,
      },
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
    import: { because: 'not-needed', note: '使用次数由打开应用产生，不导入' },
    recordKind: { because: 'not-needed', note: '没有需要归档的单据' },
    responsibilities: { because: 'not-needed', note: '每月报告只发给本人，离岗后自动停止' },
    settings: { because: 'other-modules', note: '看板由卡片的模块决定，没有可以调整的规则' },
    metrics: { because: 'other-modules', note: '指标由提供数据的模块声明' },
  },
})
