import { dayOf, idCardCheckDigit, type Ctx } from '#packages/core'
import { createOrganisation } from '#kernel/org/server'
import { createStudents } from '#kernel/student/server'
import type { Project } from './people.ts'

/** A school that has nothing yet but an administrator who is invited. */
export const newSchool = { desktop: '云禾区新城小学', phone: '明湖区新城小学' } as const satisfies Record<
  Project,
  string
>

const projects = { desktop: '1', phone: '2' } as const

/** Two children of one mother, and one of somebody else, in the class of the teacher who signs in. */
export const children = {
  mine: { name: '陈知夏', tail: '02', sex: '女' },
  brother: { name: '陈知远', tail: '01', sex: '男' },
  foreign: { name: '陆一舟', tail: '03', sex: '男' },
} as const
export const motherPhone = (project: Project) => `1380000${projects[project]}901`
export const fatherPhone = (project: Project) => `1380000${projects[project]}902`
const strangerPhone = (project: Project) => `1380000${projects[project]}903`

/** All were born on one day; the last digit but one says who is a boy. */
export function idCardFor(project: Project, who: keyof typeof children) {
  const first = `33019820141101${projects[project]}${children[who].tail}`
  return first + idCardCheckDigit(first)
}

interface Place {
  orgId: string
  gradeId: string
  classId: string
}

export async function enrolChildren(ctx: Ctx, project: Project, place: Place) {
  const on = dayOf(ctx.now)
  const born = '2014-11-01'
  const rows = (Object.keys(children) as (keyof typeof children)[]).map((who) => {
    const idCard = idCardFor(project, who)
    const phone = who === 'foreign' ? strangerPhone(project) : motherPhone(project)
    return {
      ...{ name: children[who].name, sex: children[who].sex, idCard, studentNo: `G${idCard}`, birthday: born },
      ...{ ...place, seatNo: null, on },
      guardians: [{ name: who === 'foreign' ? '陆家明' : '林静怡', relation: 2 as const, phone, isPrimary: true }],
    }
  })
  await createStudents(ctx, rows, { type: 'enrol' })
}

export const openNewSchool = (ctx: Ctx, project: Project, bureau: { id: string; path: string }) =>
  createOrganisation(ctx, {
    ...{ parent: bureau, name: newSchool[project], type: 'school', sort: 900 },
    details: {
      ...{ stages: [2], kind: '', property: 1, educationSystem: 1, contactName: '傅晓岚', phone: '0500-86008600' },
      ...{ postalCode: '', address: '新城大道1号', remark: '', isPublic: true, isVillage: false },
      ...{ areaCode: '', parentAreaCode: '', skipsRepairAudit: false, skipsAdjustAudit: false },
      ...{ diskOpenToAll: false, classesByAcademic: true },
    },
  })
