import type { SeedApplication } from '#kernel/catalogue/server'

/** Where a demo application is open from the start. */
type Open = 'district' | 'first-school' | 'nowhere'

export interface DemoApplication extends SeedApplication {
  open: Open
  /** Kept by the first school, and for it alone. */
  isOfFirstSchool?: true
  /** Given for a few weeks. */
  isOnTrial?: true
}

const live = { status: 2 } as const

/** Applications of firms that do not exist. Names, firms and pages are invented. */
export const demoApplications: readonly DemoApplication[] = [
  {
    ...{
      slug: 'lesson-room',
      name: '云课备课室',
      about: '集体备课，共享课件',
      logo: 'read',
      author: '青禾教育科技',
    },
    ...{ category: 'teaching', audience: 'teaching', ...live, open: 'district' },
  },
  {
    ...{
      slug: 'paper-maker',
      name: '智题组卷',
      about: '按知识点选题组卷',
      logo: 'form',
      author: '启思软件',
    },
    ...{ category: 'teaching', audience: 'role', ...live, open: 'district' },
  },
  {
    ...{
      slug: 'reading-steps',
      name: '书香阅读',
      about: '阅读记录和书目推荐',
      logo: 'book',
      author: '墨香文化',
    },
    ...{ category: 'pupils', audience: 'families', kind: 3, ...live, open: 'district' },
  },
  {
    ...{
      slug: 'sunshine-sports',
      name: '阳光体育',
      about: '体质测试和锻炼打卡',
      logo: 'trophy',
      author: '跃动体育科技',
    },
    ...{ category: 'pupils', audience: 'org', ...live, open: 'first-school', isOnTrial: true },
  },
  {
    ...{
      slug: 'seal-online',
      name: '智慧用印',
      about: '线上申请用印，全程留痕',
      logo: 'solution',
      author: '方正印务软件',
    },
    ...{ category: 'office', audience: 'org', ...live, open: 'district' },
  },
  {
    ...{
      slug: 'meeting-rooms',
      name: '会议室预订',
      about: '查看空闲会议室并预订',
      logo: 'calendar',
      author: '实验小学信息组',
    },
    ...{ category: 'office', audience: 'org', ...live, open: 'first-school', isOfFirstSchool: true },
  },
  {
    ...{
      slug: 'research-club',
      name: '教研云社',
      about: '跨校听评课和课题研讨',
      logo: 'team',
      author: '云禾教师发展中心',
    },
    ...{ category: 'teachers', audience: 'org', ...live, open: 'district' },
  },
  {
    ...{
      slug: 'master-studio',
      name: '名师工作室',
      about: '工作室成员的课程和成果',
      logo: 'bulb',
      author: '云禾教师发展中心',
    },
    ...{ category: 'teachers', audience: 'person', ...live, open: 'district' },
  },
  {
    ...{ slug: 'open-day', name: '校园开放日', about: '预约参观学校，查看日程', logo: 'home', author: '青禾教育科技' },
    ...{ category: 'enrolment', audience: 'public', ...live, open: 'district' },
  },
  {
    ...{ slug: 'home-line', name: '家校直通车', about: '家长留言，老师回复', logo: 'message', author: '和声信息' },
    ...{ category: 'families', audience: 'families', kind: 3, ...live, open: 'district' },
  },
  {
    ...{ slug: 'class-album', name: '班级相册', about: '活动照片按班级整理', logo: 'picture', author: '和声信息' },
    ...{ category: 'families', audience: 'teaching', ...live, open: 'nowhere' },
  },
  {
    ...{ slug: 'safety-patrol', name: '校园巡查', about: '上报安全隐患，跟踪整改', logo: 'safety', author: '安澜智能' },
    ...{ category: 'safety', audience: 'org', ...live, open: 'district' },
  },
  {
    ...{ slug: 'school-bus', name: '校车通', about: '校车位置和上下车记录', logo: 'car', author: '安澜智能' },
    ...{ category: 'safety', audience: 'org', kind: 3, ...live, open: 'nowhere' },
  },
  {
    ...{
      slug: 'lab-supplies',
      name: '实验室耗材',
      about: '耗材入库、领用和盘点',
      logo: 'experiment',
      author: '启思软件',
    },
    ...{ category: 'assets', audience: 'org', ...live, open: 'district' },
  },
  {
    ...{ slug: 'energy-screen', name: '能耗监测屏', about: '水电用量一屏查看', logo: 'fund', author: '安澜智能' },
    ...{ category: 'assets', audience: 'administrators', kind: 5, ...live, open: 'district' },
  },
  {
    ...{ slug: 'timetable-feed', name: '课表数据接口', about: '供班牌厂商读取课表', logo: 'cloud', author: '明州班牌' },
    ...{ category: 'assets', audience: 'org', kind: 4, ...live, open: 'district' },
  },
  {
    ...{ slug: 'class-watch', name: '课堂观察助手', about: '听课时记录师生活动', logo: 'eye', author: '启思软件' },
    ...{ category: 'teachers', audience: 'teaching', status: 0, open: 'nowhere' },
  },
  {
    ...{ slug: 'old-repairs', name: '旧版报修', about: '报修单登记', logo: 'tool', author: '方正印务软件' },
    ...{ category: 'office', audience: 'org', status: 4, reason: '改用平台自带的报修', open: 'district' },
  },
]

/** Registered by a school while the demo is looked at: it waits for the district. */
export const waitingApplication = {
  slug: 'mind-station',
  name: '心理驿站',
  about: '预约心理老师，匿名倾诉',
  logo: 'heart',
  author: '知心教育',
  category: 'pupils',
  power: 5,
} as const

/** The page of a demo application: the simulator of bin/stack shows one for each. */
export const demoAddress = (slug: string) =>
  `${process.env['QIMING_SIM_APPS_URL'] ?? 'https://apps.example.cn'}/apps/${slug}`
