import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'app-data',
  title: '应用数据',
  base: 'appData',
  permissions: {
    'app-data.rank': { title: '查看全部排名', defaultFor: ['district-admin'] },
    'app-data.remind': { title: '提醒未上报数据的单位', defaultFor: ['district-admin', 'school-admin'] },
    'app-data.note': { title: '登记数据问题', defaultFor: ['district-admin', 'school-admin'] },
  },
  pages: [
    {
      path: 'index',
      title: '应用数据',
      permission: 'staff',
      help: 'application-figures',
      icon: 'bar-chart',
      shape: 'board',
      groupTitle: '数据中心',
      isOffMenu: true,
      states: ['?key=student', '?key=data-centre'],
    },
  ],
  without: {
    import: { because: 'not-needed', note: '数据由各应用每天统计' },
    recordKind: { because: 'not-needed', note: '数据问题跟随指标，没有自己的详情页' },
    responsibilities: { because: 'not-needed', note: '保存的视图只属于本人' },
    settings: { because: 'other-modules', note: '指标的口径由各应用决定' },
    metrics: { because: 'other-modules', note: '指标由提供数据的模块声明' },
  },
})
