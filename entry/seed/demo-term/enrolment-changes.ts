import type { Ctx } from '#packages/core'
import type { ClassDescription } from '#kernel/schooling/server/api.ts'
import { changeEnrolments, createStudents, listRoster, seedTransfer } from '#kernel/student/server/api.ts'
import { inventStudent, type IdCardGenerator } from '../students.ts'
import type { Random } from '../random.ts'
import type { DemoTermDays } from './term-days.ts'

interface ChangeSeedContext {
  days: DemoTermDays
  random: Random
  newIdCard: IdCardGenerator
  /** The person who recorded the change. */
  byPersonId: string
}

type Pupil = Awaited<ReturnType<typeof listRoster>>[number]
type Kind = 'move' | 'transfer-in' | 'transfer-out' | 'suspend' | 'resume' | 'repeat'

/** The changes of this term, oldest first: how many of 45 days ago, and the reason. Most are in the first weeks. */
const termChanges: readonly { kind: Kind; ago: number; reason: string }[] = [
  { kind: 'transfer-in', ago: 76, reason: '购房迁入学区' },
  { kind: 'transfer-in', ago: 75, reason: '随父母工作调动转入' },
  { kind: 'transfer-out', ago: 75, reason: '转往明州市育英学校；户籍迁移' },
  { kind: 'move', ago: 74, reason: '平衡班额' },
  { kind: 'transfer-in', ago: 72, reason: '由外省转入，学籍已接续' },
  { kind: 'transfer-in', ago: 69, reason: '随父母工作调动转入' },
  { kind: 'transfer-out', ago: 68, reason: '随父母回原籍就读' },
  { kind: 'transfer-in', ago: 62, reason: '购房迁入学区' },
  { kind: 'suspend', ago: 57, reason: '骨折休养，附医院证明' },
  { kind: 'transfer-in', ago: 54, reason: '户籍迁入' },
  { kind: 'transfer-out', ago: 50, reason: '转往外省就读；随父母工作调动' },
  { kind: 'transfer-in', ago: 43, reason: '随父母工作调动转入' },
  { kind: 'suspend', ago: 41, reason: '手术后休养，附医院证明' },
  { kind: 'move', ago: 38, reason: '家长申请，年级组同意' },
  { kind: 'transfer-out', ago: 34, reason: '转往明州市育英学校；户籍迁移' },
  { kind: 'move', ago: 30, reason: '平衡班额' },
  { kind: 'suspend', ago: 26, reason: '住院治疗，附医院证明' },
  { kind: 'transfer-in', ago: 22, reason: '购房迁入学区' },
  { kind: 'move', ago: 18, reason: '平衡班额' },
  { kind: 'transfer-in', ago: 16, reason: '由外省转入，学籍已接续' },
  { kind: 'transfer-out', ago: 14, reason: '转往外省就读；随父母工作调动' },
  { kind: 'transfer-in', ago: 12, reason: '随父母工作调动转入' },
  { kind: 'repeat', ago: 11, reason: '因病缺课较多，家长申请，区教育局已批复' },
  { kind: 'resume', ago: 8, reason: '已康复，附复查证明' },
  { kind: 'transfer-out', ago: 6, reason: '随父母回原籍就读' },
  { kind: 'move', ago: 4, reason: '家长申请，年级组同意' },
  { kind: 'transfer-in', ago: 2, reason: '由外省转入，学籍已接续' },
]

/** Pupils who arrived, left, changed classes or were suspended, as dated changes of the past weeks. */
export async function seedEnrolmentChanges(
  ctx: Ctx,
  classes: readonly ClassDescription[],
  context: ChangeSeedContext,
  most = termChanges.length,
) {
  const rosters = new Map<string, Pupil[]>()
  for (const { id } of classes) rosters.set(id, await listRoster(ctx, { classId: id }))
  // Pupils with a demo account and the first of each class are not changed.
  const take = (at: number) => {
    const one = classes[at % classes.length]!
    const pupil = rosters.get(one.id)?.splice(4 + (at % 3), 1)[0]
    return pupil && { one, pupil }
  }
  const seats = new Map([...rosters].map(([id, own]) => [id, Math.max(0, ...own.map(({ seatNo }) => seatNo ?? 0))]))
  const enrolmentIn = ({ orgId, gradeId, id }: ClassDescription) => {
    const seatNo = (seats.get(id) ?? 0) + 1
    seats.set(id, seatNo)
    return { orgId, gradeId, classId: id, status: 'studying' as const, seatNo }
  }
  let suspended: { one: ClassDescription; studentId: string } | undefined
  for (const [at, { kind, ago, reason }] of termChanges.slice(0, most).entries()) {
    const on = context.days.ago(ago)
    const acting: Ctx = {
      ...ctx,
      now: context.days.at(ago, 10),
      actor: { ...ctx.actor, personId: context.byPersonId },
    }
    if (kind === 'transfer-in') {
      const one = classes[(at * 5 + 3) % classes.length]!
      const { orgId, gradeId, classId, seatNo } = enrolmentIn(one)
      const child = inventStudent(context.random, context.newIdCard, one.startYear, one.stage)
      await createStudents(acting, [{ ...child, orgId, gradeId, classId, seatNo, on }], { type: kind, reason })
      continue
    }
    if (kind === 'resume') {
      if (!suspended) continue
      const { one, studentId } = suspended
      await changeEnrolments(acting, [{ studentId, type: 'resume', on, reason, to: enrolmentIn(one) }])
      continue
    }
    const taken = take(at * 3 + 1)
    const to = taken && findTargetClass(kind, taken.one, classes)
    if (!taken || to === undefined) continue
    const enrolment = to && (kind === 'suspend' ? suspendedFrom(to) : enrolmentIn(to))
    await changeEnrolments(acting, [{ studentId: taken.pupil.id, type: kind, on, reason, to: enrolment }])
    if (kind === 'suspend') suspended ??= { one: taken.one, studentId: taken.pupil.id }
  }
}

const suspendedFrom = ({ orgId, gradeId }: ClassDescription) => ({
  orgId,
  gradeId,
  classId: null,
  status: 'suspended' as const,
})

/** The target class; null for a pupil who leaves, undefined where there is none. */
function findTargetClass(
  kind: Exclude<Kind, 'transfer-in' | 'resume'>,
  from: ClassDescription,
  classes: readonly ClassDescription[],
): ClassDescription | null | undefined {
  if (kind === 'transfer-out') return null
  if (kind === 'suspend') return from
  return classes.find(({ id, gradeId, stage, startYear }) =>
    kind === 'move'
      ? gradeId === from.gradeId && id !== from.id
      : stage === from.stage && startYear === from.startYear + 1,
  )
}

interface TransferRequestOptions {
  from: ClassDescription
  to: ClassDescription
  day: string
  by: { personId: string; userId: string; orgId: string }
}

/** A school requests two pupils of another one, which has refused the first and has to decide about the second. */
export async function seedTransferRequests(ctx: Ctx, { from, to, day, by }: TransferRequestOptions) {
  const asking = { ...ctx, actor: { ...ctx.actor, personId: by.personId, userId: by.userId, orgId: by.orgId } }
  const target = { fromOrgId: from.orgId, toOrgId: to.orgId, toGradeId: to.gradeId, toClassId: to.id, on: day }
  const [refused, open] = (await listRoster(ctx, { classId: from.id })).slice(-2)
  if (!refused || !open) return
  await seedTransfer(asking, {
    ...target,
    studentId: refused.id,
    name: refused.name,
    reason: '随父母工作调动',
    refusal: '尚未提交居住证明，请补齐后再申请',
  })
  await seedTransfer(asking, { ...target, studentId: open.id, name: open.name, reason: '家庭住址变更，就近入学' })
}
