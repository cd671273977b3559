import { dayOf, type Ctx } from '#packages/core'
import { defineIsolation } from '#packages/testing'
import { aPupil } from '#kernel/student/server/example.ts'
import { getSchoolYear } from '#kernel/schooling/contract.ts'
import { aClass } from '#kernel/schooling/server/example.ts'
import { timetableApi } from '../contract.ts'
import { aTaughtGrade, findFirstDay } from './example.ts'
import { saveRule } from './rules.ts'
import { listSlots } from './slot-queries.ts'
import { createTimetable, requireDraft } from './timetables.ts'

// Teachers read the weeks of their classes and no versions.
const office = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const readers = { owner: 1, teacher: -5, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
// Each caller reads the own lessons.
const everybody = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }

interface Draft {
  id: string
  version: number
  slotId: string
}
interface Cases {
  termId: string
  otherTermId: string
  day: string
  classId: string
  subjectId: string
  studentId: string
  ruleId: string
  drafts: Record<'read' | 'renamed' | 'removed' | 'filled' | 'changed' | 'checked' | 'solved' | 'published', Draft>
}

export default defineIsolation<typeof timetableApi, Cases>(
  timetableApi,
  {
    // Without an organisation each caller lists the own school.
    list: { ...everybody, request: () => ({ query: {} }) },
    content: { ...readers, request: (_, { drafts }) => ({ query: { id: drafts.read.id } }) },
    create: {
      ...office,
      request: ({ home }, { termId }) => ({ body: { termId, orgId: home.school.id, name: '新课表', copyId: '' } }),
    },
    rename: {
      ...office,
      request: (_, { drafts: { renamed } }) => ({ body: { id: renamed.id, name: '改名', version: renamed.version } }),
    },
    remove: { ...office, request: (_, { drafts }) => ({ body: { id: drafts.removed.id } }) },
    fill: { ...office, request: (_, { drafts }) => ({ body: { id: drafts.filled.id } }) },
    judge: { ...office, request: (_, { drafts }) => ({ query: { slotId: drafts.read.slotId } }) },
    change: {
      ...office,
      request: (_, { drafts: { changed } }) => ({
        body: { id: changed.id, changes: [{ slotId: changed.slotId, from: null, to: null, isLocked: true }] },
      }),
    },
    check: { ...office, request: (_, { drafts }) => ({ body: { id: drafts.checked.id } }) },
    rules: { ...readers, request: ({ home }, { termId }) => ({ query: { termId, orgId: home.school.id } }) },
    saveRule: {
      ...office,
      request: ({ home }, { termId, subjectId }) => ({
        body: {
          id: '',
          termId,
          orgId: home.school.id,
          rule: { kind: 'subject-daily-most', subjectIds: [subjectId], most: 2 },
          version: 0,
        },
      }),
    },
    deleteRule: { ...office, request: (_, { ruleId }) => ({ body: { id: ruleId } }) },
    copyRules: {
      ...office,
      request: ({ home }, { termId, otherTermId }) => ({
        body: { fromTermId: otherTermId, toTermId: termId, orgId: home.school.id },
      }),
    },
    precheck: { ...office, request: (_, { drafts }) => ({ query: { id: drafts.read.id } }) },
    solve: { ...office, request: (_, { drafts }) => ({ body: { id: drafts.solved.id, seconds: 5, drafts: 1 } }) },
    runs: { ...office, request: (_, { drafts }) => ({ query: { id: drafts.read.id } }) },
    publishPreview: {
      ...office,
      request: (_, { drafts, day }) => ({ query: { id: drafts.read.id, effectiveOn: day } }),
    },
    publish: {
      ...office,
      request: (_, { drafts: { published }, day }) => ({
        body: { id: published.id, effectiveOn: day, version: published.version },
      }),
    },
    week: { ...readers, request: (_, { classId }) => ({ query: { classId } }) },
    childWeek: {
      owner: -401,
      teacher: -401,
      otherClassHead: -401,
      otherSchoolAdmin: -401,
      otherDistrictAdmin: -401,
      pupil: -5,
      guardian: -5,
      request: (_, { studentId }) => ({ query: { studentId } }),
    },
    calendarFile: { ...everybody, request: () => ({ query: {} }) },
    myDayCourse: { ...everybody, request: () => ({ query: {} }) },
  },
  ({ database, home, owner }) =>
    database.as(owner, async (ctx) => {
      const grade = await aTaughtGrade(ctx, home.school, { classes: 1, startYear: 2003 })
      const { id: termId } = grade.term
      const subjectId = grade.subjectIds.get('数学')!
      const rule = { kind: 'subject-daily-most' as const, subjectIds: [subjectId], most: 2 }
      const { id: ruleId } = await saveRule(ctx, { id: '', termId, orgId: home.school.id, rule, version: 0 })
      // In a grade that other schools have too: merging the schools needs it there.
      const shared = { stage: 2 as const, startYear: getSchoolYear(dayOf(ctx.now)) - 3 }
      const { id: studentId } = await aPupil(ctx, await aClass(ctx, home.school, shared))
      const draft = (name: string) => prepareDraft(ctx, termId, name)
      return {
        termId,
        otherTermId: grade.otherTermId,
        day: findFirstDay(ctx, grade.term),
        classId: grade.classIds[0]!,
        subjectId,
        studentId,
        ruleId,
        drafts: {
          read: await draft('读'),
          renamed: await draft('名'),
          removed: await draft('删'),
          filled: await draft('补'),
          changed: await draft('调'),
          checked: await draft('校'),
          solved: await draft('排'),
          published: await draft('发'),
        },
      }
    }),
)

/** A draft whose lessons all wait for a place. */
async function prepareDraft(ctx: Ctx, termId: string, name: string): Promise<Draft> {
  const { id } = await createTimetable(ctx, { termId, orgId: null, name, copyId: null })
  const { version } = await requireDraft(ctx, 'timetable.edit', id)
  return { id, version, slotId: (await listSlots(ctx.db, id))[0]!.id }
}
