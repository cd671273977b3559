import { dayOf, type Ctx } from '#packages/core'
import { listPermissionHolders } from '#kernel/access/server/api.ts'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { changeTypes, type ChangeType } from '../../../contract.ts'
import { listClassHeads, type ExpiringSuspension } from '../../class-head-queries.ts'
import { getGradeClassNames } from './class-names.ts'

export const newPupilsTemplate = defineTemplate({
  code: 'student.new-in-class',
  kind: 'notice',
  title: '{class}有新学生：{names}',
  body: '{type}，{day}起在您班就读。',
})

export const suspensionTemplate = defineTemplate({
  code: 'student.suspension-ends',
  kind: 'notice',
  title: '{name}休学期满，请办理复学或延期',
  body: '{name}（{class}）从{from}起休学，{day}满一年。',
})

/** With these a pupil joins a class in the middle of the year; a merger is told by whoever merges. */
const joining: readonly ChangeType[] = ['transfer-in', 'resume', 'move', 'repeat', 'skip']
const namesShown = 5

export interface Joining {
  studentId: string
  name: string
  type: ChangeType
  on: string
  to: { gradeId: string; classId: string | null } | null
}

/** Tells the class teacher of the day who joins the class. */
export async function notifyOfNewPupils(ctx: Ctx, moves: readonly Joining[]) {
  const wanted = moves.filter(({ type, to }) => joining.includes(type) && to?.classId)
  if (wanted.length === 0) return
  const names = await getGradeClassNames(
    ctx,
    wanted.map(({ to }) => to!),
    dayOf(ctx.now),
  )
  for (const some of Map.groupBy(wanted, ({ to, type, on }) => `${to!.classId} ${type} ${on}`).values()) {
    const [{ studentId, type, on, to }] = some as [Joining]
    const heads = await listClassHeads(ctx.db, to!.classId!, on)
    const more = some.length > namesShown ? `等${some.length}人` : ''
    await sendMessages(ctx, newPupilsTemplate, {
      to: heads.filter((personId) => personId !== ctx.actor.personId),
      values: {
        class: names.class(to!.classId),
        names: `${some
          .slice(0, namesShown)
          .map(({ name }) => name)
          .join('、')}${more}`,
        type: changeTypes[type],
        day: on,
      },
      url: '/baseData/Student',
      subject: { kind: newPupilsTemplate.code, id: studentId },
    })
  }
}

/** Reminds the class teacher of the last class and the school's office of a suspension that is about to last a year. */
export async function remindOfSuspensions(ctx: Ctx, suspensions: readonly ExpiringSuspension[]) {
  const names = await getGradeClassNames(ctx, suspensions, dayOf(ctx.now))
  for (const { studentId, name, orgId, gradeId, classId, beginsOn, endsOn } of suspensions) {
    const office = await listPermissionHolders(ctx, 'student.event', orgId)
    const heads = classId ? await listClassHeads(ctx.db, classId, dayOf(ctx.now)) : []
    await sendMessages(ctx, suspensionTemplate, {
      to: [...new Set([...heads, ...office.map(({ personId }) => personId)])],
      values: { name, class: names.class(classId) || names.grade(gradeId), from: beginsOn, day: endsOn },
      url: '/baseData/Student',
      subject: { kind: suspensionTemplate.code, id: studentId },
      orgId,
    })
  }
}
