import type { Ctx } from '#packages/core'
import { defineAlert, notifyStaff, type AlertRow, type AlertStep } from '#engines/alert/server/api.ts'
import { describeClasses, listClassTeachers } from '#kernel/schooling/server/api.ts'
import { listFamilyObstacles, notifyFamilies } from '#kernel/student/server/api.ts'
import { familyObstacles } from '#kernel/student/contract.ts'
import { caseOutcomes } from '../../contract.ts'
import { listOfficePeople, type OfficeRole } from '../attendance-office.ts'
import { attendanceSetting } from '../settings.ts'
import {
  familyLeavePage,
  familyTemplate,
  formatDay,
  unexplainedPage,
  unexplainedTemplate,
} from './case-notifications.ts'
import { listCases, type CaseRow } from './case-queries.ts'
import { findOrgPath } from './school-queries.ts'

export const caseSubject = 'absence-case'

const readSetting = async (ctx: Ctx, orgId: string) => attendanceSetting.read(ctx, await findOrgPath(ctx.db, orgId))

/** The case of an alert, as long as nobody knows where the child is. */
async function findOpenCase(ctx: Ctx, { subjectId }: AlertRow): Promise<CaseRow | undefined> {
  const [row] = await listCases(ctx.db, [subjectId])
  return row?.status === 'settled' ? undefined : row
}

export async function getClassLabel(ctx: Ctx, { classId, day }: Pick<CaseRow, 'classId' | 'day'>): Promise<string> {
  if (!classId) return ''
  return (await describeClasses(ctx, { classIds: [classId] }, day)).get(classId)?.label ?? ''
}

/** The heads of a class on a day, or its deputies if it has none. */
export async function listClassHeads(ctx: Ctx, classId: string | null, day: string): Promise<string[]> {
  if (!classId) return []
  const teachers = (await listClassTeachers(ctx, [classId], day)).get(classId) ?? []
  const ofRole = (wanted: string) => teachers.filter(({ role }) => role === wanted).map(({ personId }) => personId)
  const heads = ofRole('head')
  return heads.length > 0 ? heads : ofRole('vice')
}

/** With the setting off nobody is notified here, so that the class teacher is at once. */
const notifyFamily: AlertStep['notify'] = async (ctx, alert) => {
  const one = await findOpenCase(ctx, alert)
  if (!one || !(await readSetting(ctx, one.orgId)).tellFamilies) return []
  const result = await notifyFamilies(ctx, {
    studentIds: [one.studentId],
    template: familyTemplate,
    values: ([child]) => ({ child: child!.name, day: formatDay(one.day), begins: one.begins }),
    subject: { kind: familyTemplate.code, id: alert.id },
    url: familyLeavePage,
  })
  return (result.get(one.studentId)?.reached ?? []).map(({ personId }) => personId)
}

const notifyPeople = (listPeople: (ctx: Ctx, one: CaseRow) => Promise<readonly string[]>) =>
  notifyStaff({
    template: unexplainedTemplate,
    listPeople: async (ctx, alert) => {
      const one = await findOpenCase(ctx, alert)
      return one ? listPeople(ctx, one) : []
    },
    values: async (ctx, alert) => {
      const one = (await findOpenCase(ctx, alert))!
      return {
        class: await getClassLabel(ctx, one),
        child: one.name,
        day: formatDay(one.day),
        begins: one.begins,
        family: await describeFamily(ctx, one),
      }
    },
    url: unexplainedPage,
  })

async function describeFamily(ctx: Ctx, { orgId, studentId }: CaseRow): Promise<string> {
  if (!(await readSetting(ctx, orgId)).tellFamilies) return '没有通知家长。'
  const obstacle = (await listFamilyObstacles(ctx, [studentId])).get(studentId)
  return obstacle ? `家长未能通知（${familyObstacles[obstacle]}）。` : '已通知家长。'
}

const listOffice =
  (...roles: OfficeRole[]) =>
  (ctx: Ctx, { orgId, classId }: CaseRow) =>
    listOfficePeople(ctx, { orgId, classId, roles })

/** No step comes before the one below it, whatever the settings say. */
const minutes =
  (...keys: ('headMinutes' | 'moralMinutes' | 'leaderMinutes')[]): AlertStep['minutes'] =>
  async (ctx, { orgId }) => {
    const setting = await readSetting(ctx, orgId)
    return Math.max(...keys.map((key) => setting[key]))
  }

/** A child who is neither there nor excused. Whoever is notified stays so: later steps are further people. */
export const absenceAlert = defineAlert({
  code: 'attendance.absence',
  title: '学生未到待核实',
  level: 'urgent',
  outcomes: caseOutcomes,
  ladder: [
    { key: 'family', title: '家长', minutes: 0, notify: notifyFamily },
    {
      key: 'class-teacher',
      title: '班主任',
      minutes: minutes('headMinutes'),
      notify: notifyPeople((ctx, { classId, day }) => listClassHeads(ctx, classId, day)),
    },
    {
      key: 'moral',
      title: '德育处和年级组长',
      minutes: minutes('headMinutes', 'moralMinutes'),
      notify: notifyPeople(listOffice('moral', 'grade')),
    },
    {
      key: 'leader',
      title: '校长',
      minutes: minutes('headMinutes', 'moralMinutes', 'leaderMinutes'),
      notify: notifyPeople(listOffice('leader')),
    },
  ],
  // A call to the family does not stop the ladder: the child is not found yet.
  acknowledgedMinutes: async () => 0,
  quiet: { from: 22, to: 6 },
})
