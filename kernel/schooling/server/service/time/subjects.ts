import { changedByOthers, found, invalid, newId, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { Subject, SubjectForm } from '../../../contract-time.ts'
import {
  insertMissingSubjects,
  insertSubject,
  subjectById,
  subjectsOf,
  updateSubject,
  type SubjectRow,
} from '../../subject-queries.ts'
import type { TimeOrg } from '../../time-org-queries.ts'
import { isDistrict, orgToEdit, orgToRead, requireEdit } from './reach.ts'

/** The district's subjects belong to no organisation. */
const ownerOf = (org: TimeOrg) => (isDistrict(org) ? null : org.id)

export async function listSubjects(ctx: Ctx, orgId: string | null): Promise<Subject[]> {
  const owner = ownerOf(await orgToRead(ctx, orgId))
  return (await subjectsOf(ctx.db, owner)).map((row) => present(row, owner))
}

const present = ({ orgId, ...subject }: SubjectRow, owner: string | null): Subject => ({
  ...subject,
  isOwn: orgId === owner,
})

export async function saveSubject(ctx: Ctx, { id, orgId, version, ...facts }: SubjectForm) {
  const there = id === null ? null : found(await subjectById(ctx.db, id), '学科')
  const org = there
    ? await requireEdit(ctx, 'subject.edit', there.orgId, '学科')
    : await orgToEdit(ctx, 'subject.edit', orgId)
  const others = (await subjectsOf(ctx.db, ownerOf(org))).filter((other) => other.id !== id)
  // Two of one name would stand side by side in every list of the school.
  if (others.some(({ name }) => name === facts.name)) throw nameTaken()
  const saved = there?.id ?? newId()
  const taken = onConstraint('subject_name', sameName, 'name')
  if (!there) {
    const sort = Math.max(0, ...others.filter((one) => one.orgId === ownerOf(org)).map((one) => one.sort)) + 1
    await insertSubject(ctx.db, ownerOf(org), { id: saved, sort, ...facts }, ctx.now).catch(taken)
  } else if (!(await updateSubject(ctx.db, saved, version, facts, ctx.now).catch(taken))) throw changedByOthers()
  return { id: saved }
}

const sameName = '已有同名学科'
const nameTaken = () => invalid([{ field: 'name', msg: sameName }])

const all = [2, 3, 4]
/** The subjects of the national curriculum: name, short name, stages, whether it is examined. */
const national: readonly (readonly [string, string, readonly number[], boolean])[] = [
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
  ['体育与健康', '体', [...all, 5, 6], true],
  ['音乐', '音', all, false],
  ['美术', '美', all, false],
  ['艺术', '艺', [5, 6], false],
  ['信息科技', '信', [2, 3], false],
  ['信息技术', '信', [4, 5], false],
  ['通用技术', '通', [4], false],
  ['劳动', '劳', [...all, 5, 6], false],
  ['综合实践', '综', all, false],
  ['健康', '健', [1], false],
  ['语言', '言', [1], false],
  ['社会', '社', [1], false],
  ['科学探究', '探', [1], false],
  ['幼儿艺术', '艺', [1], false],
]

/** The national subjects, for a district that has none yet. */
export async function ensureSubjects(ctx: Pick<Ctx, 'db' | 'now'>) {
  // Once there are any, the list is the district's own: what it has renamed must not come back.
  if ((await subjectsOf(ctx.db, null)).length > 0) return
  const subjects = national.map(([name, shortName, stages, isExam], at) => ({
    id: newId(),
    name,
    shortName,
    kind: 'national' as const,
    stages: [...stages],
    isExam,
    isForbidden: false,
    sort: at + 1,
  }))
  await insertMissingSubjects(ctx.db, subjects, ctx.now)
}
