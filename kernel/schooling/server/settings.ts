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

export const allowsTwoHeads = async (ctx: Pick<Ctx, 'app' | 'db'>, orgPath: string) =>
  (await classSetting.read(ctx, orgPath)).allowTwoHeads
