import { beforeAll, describe, expect, it } from 'vitest'
import { aPhone } from '#kernel/identity/server/example.ts'
import { classOf } from '#kernel/schooling/server/example.ts'
import { newId, Ret, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { listReveals } from '#kernel/audit/server/api.ts'
import { ensureTerms, setClassHeads } from '#kernel/schooling/server/api.ts'
import { consentPurposes } from '../contract.ts'
import { saveConsents } from './service/family/guardian-consents.ts'
import { getChildReveals } from './service/family/child-reveals.ts'
import { getClassFamilies, getMyClasses } from './service/students/my-classes.ts'
import { revealStudentField } from './service/students/reveal-student-field.ts'
import { type NewStudent } from './api.ts'
import { createClassTeacher, on, createManagedSchools } from './students.fixture.ts'
import { aParent, aPupil } from './example.ts'

const { as, sql, home } = useDatabase()
const today = '2026-11-16'
const notFoundError = { ret: Ret.notFound }

beforeAll(() => asOf(createActor(), ensureTerms))

const asOf = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>, day = today) => as(actor, (ctx) => work(on(ctx, day)))

/** A class teacher with the empty first class of a grade; each test has its own school. */
async function headOfClass(name: string, of: 'first' | 'second' = 'first') {
  const { tree, chief } = await as(createActor(), createManagedSchools)
  const { gradeId, classIds } = tree.grades[of]
  const classId = classIds[0]!
  const teacher = await as(chief, (ctx) => createClassTeacher(ctx, tree.school, name))
  await as(chief, (ctx) => setClassHeads(ctx, [{ classId, userId: teacher.userId }], '2026-09-01'))
  const enrol = async (more: Partial<NewStudent> = {}) => {
    const { id } = await asOf(chief, (ctx) => aPupil(ctx, classOf(tree.grades[of]), more))
    return id
  }
  return { school: tree.school, chief, teacher, classId, gradeId, enrol }
}

const guardianOf = (chief: Actor, phone: string) => asOf(chief, (ctx) => aParent(ctx, phone))
const mother = (phone: string, more = {}) => ({ name: '江红霞', relation: 2 as const, phone, isPrimary: true, ...more })

describe('my class', () => {
  it('is listed with the progress of its families and today’s birthdays', async () => {
    const { school, chief, teacher, classId, gradeId, enrol } = await headOfClass('周老师')
    const phone = aPhone()
    const born = await enrol({ name: '温若兮', birthday: '2018-11-16', guardians: [mother(phone)] })
    await enrol({ name: '陆一舟', birthday: '2018-11-17' })
    await guardianOf(chief, phone)
    for (const purpose of Object.keys(consentPurposes) as (keyof typeof consentPurposes)[])
      await asOf(chief, (ctx) =>
        saveConsents(ctx, { studentIds: [born], purpose, agrees: purpose === 'health', channel: 'paper' }),
      )
    const { today: day, classes } = await asOf(teacher, getMyClasses)
    expect(day).toMatchObject({ day: today, kind: '上课' })
    expect(classes).toEqual([
      {
        classId,
        gradeId,
        orgId: school.id,
        label: '一(1)班',
        orgName: '实验小学',
        isHead: true,
        subjects: [],
        total: 2,
        males: 2,
        females: 0,
        mayCall: true,
        mayInvite: true,
        figures: {
          bound: 1,
          requests: 0,
          consentsOpen: 1,
          faceAgreed: 0,
          faceOpen: 1,
          today: day,
          birthdays: [{ id: born, name: '温若兮' }],
        },
      },
    ])
  })

  it('contains no numbers, and no hidden birthdays', async () => {
    const { teacher, enrol } = await headOfClass('吴老师')
    await enrol({ name: '钟小满', birthday: '2018-11-16' })
    const withHiddenFields: Actor = {
      ...teacher,
      hiddenFields: new Set(['student.birthday', 'student.guardian-phone']),
    }
    const { classes } = await asOf(withHiddenFields, getMyClasses)
    expect(classes[0]).toMatchObject({ mayCall: false, figures: { birthdays: [] } })
  })

  it('has figures for class teacher and deputy, none for subject teachers, and is empty without classes', async () => {
    const { school, chief, teacher: head, classId, enrol } = await headOfClass('郑老师')
    await enrol()
    const teaching = await as(chief, (ctx) => createClassTeacher(ctx, school, '何老师'))
    expect((await asOf(teaching, getMyClasses)).classes).toEqual([])
    await sql(
      `insert into tenant.class_teacher (district_id, id, class_id, user_id, role, valid, created_at, updated_at)
       values ($1, $2, $3, $4, 'life', daterange('2026-09-01', null), now(), now())`,
      [home, newId(), classId, teaching.userId],
    )
    const { classes } = await asOf(teaching, getMyClasses)
    expect(classes).toMatchObject([{ classId, isHead: false, total: 1, mayCall: false, figures: null }])
    expect((await asOf(head, getMyClasses)).classes).toMatchObject([{ mayCall: true }])
    await sql(`update tenant.class_teacher set role = 'vice' where user_id = $1`, [teaching.userId])
    const deputy = (await asOf(teaching, getMyClasses)).classes
    expect(deputy).toMatchObject([{ classId, isHead: false, figures: { bound: 0, consentsOpen: 1 } }])
  })
})

describe('calling a parent', () => {
  const call = (actor: Actor, id: string, guardianId: string) =>
    asOf(actor, (ctx) => revealStudentField(ctx, { id, field: 'guardianPhone', guardianId, reason: '联系家长' }))

  it('lists the guardians to call without any digit of their numbers', async () => {
    const { teacher, classId, enrol } = await headOfClass('孙老师', 'second')
    const phone = aPhone()
    const banned = {
      name: '不可联系',
      relation: 1 as const,
      phone: aPhone(),
      restriction: 'no-information' as const,
    }
    const id = await enrol({ name: '武子萱', guardians: [mother(phone), banned] })
    const families = await asOf(teacher, (ctx) => getClassFamilies(ctx, classId))
    expect(families).toMatchObject({ label: '二(1)班', mayCall: true })
    expect(families.pupils).toEqual([
      {
        id,
        name: '武子萱',
        seatNo: null,
        isBound: false,
        guardians: [{ id: families.pupils[0]!.guardians[0]!.id, name: '江红霞', relation: 2 }],
      },
    ])
    expect(JSON.stringify(families)).not.toContain(phone.slice(-4))
  })

  it('is possible for the class teacher, and the family sees the record', async () => {
    const { chief, teacher, classId, enrol } = await headOfClass('李老师')
    const phone = aPhone()
    const id = await enrol({ guardians: [mother(phone)] })
    const parent = await guardianOf(chief, phone)
    const getReveals = () => asOf(parent, (ctx) => getChildReveals(ctx, id))
    expect(await getReveals()).toEqual({ count: 0, last: null })
    const { pupils } = await asOf(teacher, (ctx) => getClassFamilies(ctx, classId))
    await expect(call(teacher, id, pupils[0]!.guardians[0]!.id)).resolves.toMatchObject({ value: phone })
    expect(await asOf(teacher, (ctx) => listReveals(ctx, 'student', id))).toMatchObject([
      { personId: teacher.personId, field: 'guardianPhone', reason: '联系家长' },
    ])
    expect(await getReveals()).toMatchObject({ count: 1, last: { by: '班主任', field: '监护人电话' } })
    const other = await guardianOf(chief, aPhone())
    await expect(asOf(other, (ctx) => getChildReveals(ctx, id))).rejects.toMatchObject(notFoundError)
  })

  it('is refused for another class, also with known ids, and leaves no record', async () => {
    const { school, chief, classId, enrol, teacher: head } = await headOfClass('王老师')
    const stranger = await as(chief, (ctx) => createClassTeacher(ctx, school, '外班老师'))
    const id = await enrol({ guardians: [mother(aPhone())] })
    const { pupils } = await asOf(head, (ctx) => getClassFamilies(ctx, classId))
    await expect(asOf(stranger, (ctx) => getClassFamilies(ctx, classId))).rejects.toMatchObject(notFoundError)
    await expect(call(stranger, id, pupils[0]!.guardians[0]!.id)).rejects.toMatchObject(notFoundError)
    expect(await asOf(head, (ctx) => listReveals(ctx, 'student', id))).toEqual([])
  })
})
