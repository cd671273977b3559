import { defineApplication } from '#packages/contract'

const daily = { grain: 'org', exposure: 'P2', freshness: 'day' } as const
const ofSchool = { 'school-admin': 'org-tree', academic: 'org-tree' } as const

export const manifest = defineApplication({
  key: 'lesson-changes',
  title: '代调课记录查询',
  route: 'classAdjustQuery',
  category: 'teaching',
  about: '代课、调课、今日课务、代课统计和结算',
  icon: 'swap',
  auditorType: 1,
  permissions: {
    'cover.read': {
      title: '查看代调课记录',
      defaultFor: { ...ofSchool, head: 'org-tree', 'grade-head': 'classes', 'class-teacher': 'classes' },
      isForAdministrators: true,
    },
    'cover.arrange': {
      title: '安排、审核、取消和补登代调课',
      defaultFor: ofSchool,
      isForAdministrators: true,
    },
    'cover.settle': { title: '代课结算和更正', defaultFor: ofSchool, isForAdministrators: true },
    'cover.stat': {
      title: '查看代课统计',
      defaultFor: { ...ofSchool, head: 'org-tree', 'district-admin': 'district', 'district-office': 'district' },
      isForAdministrators: true,
    },
  },
  pages: [
    { path: '', title: '代调课记录', permission: 'cover.read', help: 'lesson-changes', icon: 'file-text' },
    {
      path: 'today',
      title: '今日课务',
      permission: 'cover.arrange',
      help: 'cover-today',
      icon: 'schedule',
      shape: 'board',
    },
    { path: 'mine', title: '我的代调课', permission: 'staff', help: 'my-covers', icon: 'swap', isOnPhone: true },
    { path: 'statistics', title: '代课统计', permission: 'cover.settle', help: 'cover-statistics', icon: 'bar-chart' },
  ],
  web: { phoneCards: [{ id: 'covers', audience: 'staff', sort: 2, height: 60 }] },
  metrics: {
    'cover.lessons': {
      ...daily,
      title: '代课节数',
      unit: '节',
      kind: 'sum',
      dims: { kind: '类型' },
      note: '当天由他人代课、看管或合班的课。',
      drill: '',
    },
    'cover.cancelled': {
      ...daily,
      title: '停课未补',
      unit: '节',
      kind: 'sum',
      note: '当天停上、没有补课时间的课。',
      drill: '',
    },
    'cover.same': {
      ...daily,
      title: '同科代课率',
      unit: '%',
      kind: 'rate',
      note: '代课中由同科教师上的比例。',
      drill: '',
    },
    'cover.open': {
      ...daily,
      title: '未安排的课',
      unit: '节',
      kind: 'level',
      note: '当天教师不在而没有人上的课。',
      drill: 'today',
    },
  },
  without: {
    import: { because: 'not-needed', note: '记录由申请和教务安排产生，课后的用补登' },
    messageTemplates: { because: 'other-modules', note: '代调课的通知由 engines/cover 声明' },
    settings: { because: 'other-modules', note: '代调课的规则由 engines/cover 声明' },
  },
})
