import { changedByOthers, orNotFound, invalid, newId, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { Subject, SubjectForm } from '../../../contract-time.ts'
import {
  insertMissingSubjects,
  insertSubject,
  findSubject,
  listSubjectRows,
  updateSubject,
  type SubjectRow,
} from '../../subject-queries.ts'
import type { OrgWithStages } from '../../time-org-queries.ts'
import { isDistrictOrg, getEditableOrg, getReadableOrg, requireEditableOrg } from './time-scope.ts'

/** Subjects of the district have no organisation. */
const getSubjectOwner = (org: OrgWithStages) => (isDistrictOrg(org) ? null : org.id)

export async function listSubjects(ctx: Ctx, orgId: string | null): Promise<Subject[]> {
  const owner = getSubjectOwner(await getReadableOrg(ctx, orgId))
  return (await listSubjectRows(ctx.db, owner)).map((row) => presentSubject(row, owner))
}

const presentSubject = ({ orgId, ...subject }: SubjectRow, owner: string | null): Subject => ({
  ...subject,
  isOwn: orgId === owner,
})

export async function saveSubject(ctx: Ctx, { id, orgId, version, ...facts }: SubjectForm) {
  const there = id === null ? null : orNotFound(await findSubject(ctx.db, id), '学科')
  const org = there
    ? await requireEditableOrg(ctx, 'subject.edit', there.orgId, '学科')
    : await getEditableOrg(ctx, 'subject.edit', orgId)
  const others = (await listSubjectRows(ctx.db, getSubjectOwner(org))).filter((other) => other.id !== id)
  // District and school subjects appear in the same lists, so their names must differ.
  if (others.some(({ name }) => name === facts.name)) throw nameTaken()
  const saved = there?.id ?? newId()
  const taken = onConstraint('subject_name', sameName, 'name')
  if (!there) {
    const sort = Math.max(0, ...others.filter((one) => one.orgId === getSubjectOwner(org)).map((one) => one.sort)) + 1
    await insertSubject(ctx.db, getSubjectOwner(org), { id: saved, sort, ...facts }, ctx.now).catch(taken)
  } else if (!(await updateSubject(ctx.db, saved, version, facts, ctx.now).catch(taken))) throw changedByOthers()
  return { id: saved }
}

const sameName = '已有同名学科'
const nameTaken = () => invalid([{ field: 'name', msg: sameName }])

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
