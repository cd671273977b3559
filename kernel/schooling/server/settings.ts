import type { Ctx } from '#packages/core'
import { choice, defineSetting, toggle } from '#kernel/setting/server/api.ts'
import { gradeNamings, type GradeNaming } from '../contract.ts'
import { findBureau } from './time-org-queries.ts'

/** District-wide, because reports over several schools need the same grade names. */
export const gradeNamingSetting = defineSetting({
  type: 'gradeNaming',
  title: '年级名称',
  app: '学年与班级',
  description: '全区怎样称呼年级。',
  levels: ['district'],
  keys: {
    naming: choice({
      title: '年级叫法',
      about: '初中年级怎样称呼，改后全区各处的名称一起变。',
      options: gradeNamings,
      standard: 'ordinal',
    }),
  },
})

export const classSetting = defineSetting({
  type: 'schooling',
  title: '班级',
  app: '学年与班级',
  description: '班级和班主任怎样安排。',
  levels: ['district', 'school'],
  keys: {
    allowTwoHeads: toggle({
      title: '一人可担任多个班的班主任',
      about: '不允许时，已是班主任的教师不能再担任另一个班的班主任。',
      standard: false,
    }),
    weekDays: choice({
      title: '每周上课',
      about: '按每天的课节数和上课天数计算一个班每周最多可排多少节课。',
      options: { 5: '周一至周五', 6: '周一至周六' },
      standard: '5',
    }),
  },
})

/** Every quarter of an hour, both ends included. */
const listTimes = (from: number, to: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: (to - from) * 4 + 1 }, (_, at) => {
      const minutes = from * 60 + at * 15
      const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
      return [time, time]
    }),
  )

/** The ranges of the four times do not overlap, so they are always in order. */
export const workTimeSetting = defineSetting({
  type: 'workTime',
  title: '上班时间',
  app: '学年与班级',
  description: '教职工的上下班时间，审批时限按它计算。',
  levels: ['district', 'school'],
  keys: {
    morningFrom: choice({
      title: '上午上班',
      about: '上午从几点开始计算工作时间。',
      options: listTimes(7, 10),
      standard: '08:30',
    }),
    morningTo: choice({
      title: '上午下班',
      about: '到几点为上午，请半天假也以此为界。',
      options: listTimes(11, 12.5),
      standard: '12:00',
    }),
    afternoonFrom: choice({
      title: '下午上班',
      about: '下午从几点开始计算工作时间。',
      options: listTimes(12.5, 15),
      standard: '13:30',
    }),
    afternoonTo: choice({
      title: '下午下班',
      about: '下午到几点为止。',
      options: listTimes(15.5, 19),
      standard: '17:00',
    }),
  },
})

/** The grade naming of the district. */
export async function getGradeNaming(ctx: Pick<Ctx, 'app' | 'db'>): Promise<GradeNaming> {
  const bureau = await findBureau(ctx.db)
  return bureau ? getGradeNamingAt(ctx, bureau.path) : 'ordinal'
}

/** The same for callers who know the path of the bureau. */
export const getGradeNamingAt = async (ctx: Pick<Ctx, 'app' | 'db'>, bureauPath: string): Promise<GradeNaming> =>
  (await gradeNamingSetting.read(ctx, bureauPath)).naming

/** The days of a school week, from Monday on: 5 or 6. */
export const getWeekDays = async (ctx: Pick<Ctx, 'app' | 'db'>, orgPath: string) =>
  Number((await classSetting.read(ctx, orgPath)).weekDays)

export const allowsTwoHeads = async (ctx: Pick<Ctx, 'app' | 'db'>, orgPath: string) =>
  (await classSetting.read(ctx, orgPath)).allowTwoHeads
