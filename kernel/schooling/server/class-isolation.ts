import { dayOf } from '#packages/core'
import type { IsolationCase, World } from '#packages/testing'
import type { classRoutes } from '../contract-classes.ts'
import { getSchoolYear } from '../contract-school-year.ts'
import { assignTeacher } from './service/classes/teaching-assignments.ts'
import { setClassHeads } from './service/classes/class-teachers.ts'
import { getTeachingMatrix, saveTeachingGroup } from './service/classes/teaching-matrix.ts'
import { ensureNationalSubjects } from './service/time/subjects.ts'
import { listSubjectRows } from './subject-queries.ts'
import { ensureTerms, listOrgTerms } from './service/time/terms.ts'
import { aGrade } from './example.ts'

export interface ClassFacts {
  classes: {
    gradeId: string
    ids: string[]
    spareId: string
    termId: string
    beforeId: string
    afterId: string
    subjectId: string
    assignmentId: string
    groupId: string
    /** Of the term that is not over: in the holidays the next one. */
    comingTermId: string
  }
}

// The teacher of the school sees only own classes and has none; another school gets "not found".
const seen = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const hidden = { owner: 1, teacher: -5, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const adminOnly = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const ofSchool = ({ home }: World) => ({ query: { orgId: home.school.id } })
const today = () => dayOf(new Date())

export const classCases: { readonly [Name in keyof typeof classRoutes]: IsolationCase<ClassFacts> } = {
  grades: { ...seen, request: ofSchool },
  saveGrade: {
    ...adminOnly,
    request: ({ home, owner }) => ({
      body: {
        id: '',
        orgId: home.school.id,
        stage: 3,
        startYear: 2001,
        years: 3,
        headId: owner.userId,
        version: 0,
      },
    }),
  },
  classTree: { ...seen, request: ofSchool },
  classes: { ...seen, request: ofSchool },
  // Each caller finds the classes in the own scope.
  findClasses: {
    owner: 1,
    teacher: 1,
    otherClassHead: 1,
    otherSchoolAdmin: 1,
    otherDistrictAdmin: 1,
    request: () => ({ body: { keyword: '1班' } }),
  },
  classDetail: { ...hidden, request: (_, { classes }) => ({ query: { id: classes.ids[0]! } }) },
  saveClass: {
    ...adminOnly,
    request: (_, { classes }) => ({
      body: { id: '', gradeId: classes.gradeId, name: '向日葵班', code: '', profession: '', roomId: '', version: 0 },
    }),
  },
  generateClasses: {
    ...adminOnly,
    request: ({ home }) => ({
      body: { orgId: home.school.id, grades: [{ stage: 3, startYear: 2002, classes: 2 }] },
    }),
  },
  sortClasses: { ...adminOnly, request: (_, { classes }) => ({ body: { ids: classes.ids } }) },
  deleteClassPreview: { ...adminOnly, request: (_, { classes }) => ({ query: { id: classes.spareId } }) },
  deleteClass: { ...adminOnly, request: (_, { classes }) => ({ body: { id: classes.spareId } }) },
  setClassTeacher: {
    ...adminOnly,
    request: ({ owner }, { classes }) => ({
      body: { items: [{ classId: classes.ids[0]!, userId: owner.userId }], role: 'head', from: today() },
    }),
  },
  teachingMatrix: {
    ...adminOnly,
    request: (_, { classes }) => ({ query: { termId: classes.termId, gradeId: classes.gradeId } }),
  },
  teachingStaff: { ...adminOnly, request: ofSchool },
  saveSheet: {
    ...adminOnly,
    request: ({ owner }, { classes }) => ({
      body: {
        termId: classes.comingTermId,
        cells: [
          {
            classId: classes.ids[0]!,
            subjectId: classes.subjectId,
            version: '',
            teachers: [{ userId: owner.userId, role: 'lead', weekHours: 4 }],
          },
        ],
      },
    }),
  },
  // Each caller reads the own school.
  teachingGaps: { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
  assign: {
    ...adminOnly,
    request: ({ owner }, { classes }) => ({
      body: {
        termId: classes.termId,
        classIds: [classes.ids[0]!],
        groupId: '',
        subjectId: classes.subjectId,
        userId: owner.userId,
        role: 'lead',
        weekHours: 4,
        from: null,
      },
    }),
  },
  endAssignment: {
    ...adminOnly,
    request: (_, { classes }) => ({ body: { id: classes.assignmentId, endsOn: today() } }),
  },
  copyTeaching: {
    ...adminOnly,
    request: (_, { classes }) => ({
      body: { fromTermId: classes.beforeId, toTermId: classes.afterId, gradeId: classes.gradeId },
    }),
  },
  saveGroup: {
    ...adminOnly,
    request: (_, { classes }) => ({
      body: {
        id: classes.groupId,
        termId: classes.termId,
        gradeId: classes.gradeId,
        subjectId: classes.subjectId,
        name: 'B层',
        capacity: 30,
        version: 1,
      },
    }),
  },
  // Each caller reads the own classes.
  myClass: { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
  setUp: { ...adminOnly, request: ofSchool },
  skipSetUp: {
    ...adminOnly,
    request: ({ home }) => ({ body: { orgId: home.school.id, step: 'students', isSkipped: true } }),
  },
  fillFacts: {
    ...adminOnly,
    request: ({ home }) => ({ body: { orgId: home.school.id, address: '文澜路1号', phone: '', contactName: '' } }),
  },
}

/** A grade of the home school with classes, a teacher and a free group, and one spare class to delete. */
export const prepareClasses = ({ database, home, owner }: World): Promise<ClassFacts> =>
  database.as(owner, async (ctx) => {
    await ensureTerms(ctx)
    await ensureNationalSubjects(ctx)
    const terms = (await listOrgTerms(ctx, home.school.id)).toReversed()
    const [before, after] = terms
    const termId = terms.find(({ isCurrent }) => isCurrent)!.id
    const subjectId = (await listSubjectRows(ctx.db, null)).find(({ stages }) => stages.includes(4))!.id
    const startYear = getSchoolYear(today())
    const { gradeId, classIds } = await aGrade(ctx, home.school, { stage: 4, startYear, classes: 3 })
    const [first, second, spareId] = classIds as [string, string, string]
    const { userId } = owner
    await setClassHeads(ctx, [{ classId: first, userId }], today())
    const lesson = { termId, groupId: null, subjectId, role: 'lead' as const, weekHours: 5, from: null }
    await assignTeacher(ctx, { ...lesson, classIds: [second], userId })
    const { cells } = await getTeachingMatrix(ctx, { termId, gradeId, orgId: null, on: today() })
    const assignmentId = cells.flatMap(({ assignments }) => assignments)[0]!.id
    const group = { id: null, termId, gradeId, subjectId, name: 'A层', capacity: null, version: 0 }
    const { id: groupId } = await saveTeachingGroup(ctx, group)
    return {
      classes: {
        gradeId,
        ids: [first, second],
        spareId,
        subjectId,
        assignmentId,
        groupId,
        comingTermId: terms.find(({ endsOn }) => endsOn >= today())!.id,
        termId,
        beforeId: before!.id,
        afterId: after!.id,
      },
    }
  })
