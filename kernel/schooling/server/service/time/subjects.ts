import type { CreateOf, UpdateOf } from '#packages/contract'
import { invalid, newId, type Ctx } from '#packages/core'
import { crud } from '#packages/crud'
import { subject } from '../../../contract-subjects.ts'
import { getOrgReadScope } from '../../rooms.ts'
import { insertMissingSubjects, isDistrictSubject, listSubjectRows, moveSubjectToEnd } from '../../subject-queries.ts'

const base = crud(subject, 'subject', {
  readScope: getOrgReadScope,
  fields: { origin: { load: (_, rows) => rows.map(({ orgId }) => (orgId === null ? 'district' : 'school')) } },
})

/** District and school subjects appear in the same lists, so their names must differ. */
async function requireNewName({ db }: Ctx, name: string, id: string | null) {
  if (await isDistrictSubject(db, name, id)) throw invalid([{ field: 'name', msg: '已有同名学科' }])
}

export const subjects = {
  ...base,
  async create(ctx: Ctx, form: CreateOf<typeof subject>) {
    await requireNewName(ctx, form.name, null)
    const created = await base.create(ctx, form)
    await moveSubjectToEnd(ctx.db, created.id)
    return created
  },
  async update(ctx: Ctx, form: UpdateOf<typeof subject>) {
    await requireNewName(ctx, form.name, form.id)
    return base.update(ctx, form)
  },
}

const generalStages = [2, 3, 4]
/** Subjects of the national curriculum: name, short name, stages, whether it is examined. */
const nationalSubjects: readonly (readonly [string, string, readonly number[], boolean])[] = [
  ['语文', '语', [2, 3, 4, 5, 6], true],
  ['数学', '数', [2, 3, 4, 5, 6], true],
  ['英语', '英', [2, 3, 4, 5], true],
  ['道德与法治', '道法', [2, 3, 6], true],
  ['思想政治', '政', [4, 5], true],
  ['科学', '科', [2, 3], true],
  ['物理', '物', [3, 4, 5], true],
  ['化学', '化', [3, 4, 5], true],
  ['生物', '生', [3, 4], true],
  ['历史', '史', [3, 4, 5], true],
  ['地理', '地', [3, 4], true],
  ['体育与健康', '体', [...generalStages, 5, 6], true],
  ['音乐', '音', generalStages, false],
  ['美术', '美', generalStages, false],
  ['艺术', '艺', [5, 6], false],
  ['信息科技', '信', [2, 3], false],
  ['信息技术', '信', [4, 5], false],
  ['通用技术', '通', [4], false],
  ['劳动', '劳', [...generalStages, 5, 6], false],
  ['综合实践', '综', generalStages, false],
  ['健康', '健', [1], false],
  ['语言', '言', [1], false],
  ['社会', '社', [1], false],
  ['科学探究', '探', [1], false],
  ['幼儿艺术', '艺', [1], false],
]

/** Adds the national subjects to a district without subjects. */
export async function ensureNationalSubjects(ctx: Pick<Ctx, 'db' | 'now'>) {
  // A district with subjects has its own list; renamed subjects must not be added again.
  if ((await listSubjectRows(ctx.db, null)).length > 0) return
  const subjects = nationalSubjects.map(([name, shortName, stages, isExam], at) => ({
    id: newId(),
    name,
    shortName,
    kind: 'national' as const,
    stages: [...stages],
    isExam,
    isDisabled: false,
    sort: at + 1,
  }))
  await insertMissingSubjects(ctx.db, subjects, ctx.now)
}
