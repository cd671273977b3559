import { beforeAll, expect, it } from 'vitest'
import { aPhone } from '#kernel/identity/server/example.ts'
import { Ret, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import type { StudentForm } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { createAccountSlips } from './service/family/account-slips.ts'
import { addStudent } from './service/students/add-student.ts'
import { editStudent } from './service/students/edit-student.ts'
import { saveGuardians } from './service/students/save-guardians.ts'
import { getStudent } from './service/students/student-detail.ts'
import { revealStudentField } from './service/students/reveal-student-field.ts'
import { searchStudentsInDistrict } from './service/students/search-students.ts'
import { studentExport } from './sheet/export-students.ts'
import { studentImport } from './sheet/import-target.ts'
import {
  currentStudents,
  firstPage,
  createStudentForm,
  on,
  createManagedSchools,
  type TestSchools,
  getNoon,
} from './students.fixture.ts'
import { aChildIdCard } from './example.ts'

const database = useDatabase()
const { as } = database
const today = '2026-11-20'
let tree: TestSchools
let head: Actor
let id: string
const [phone, idCard] = [aPhone(), aChildIdCard('女')]
const studentNo = `G${idCard}`
const facts = { household: '云禾区望江街道', address: '学苑路12号3幢', icCard: '8800123456', birthday: '2018-03-04' }
const guardian = { name: '林父', relation: 1 as const, phone, isPrimary: true, isEmergency: true }

beforeAll(async () => {
  ;({ tree, head } = await as(createActor(), createManagedSchools))
  const { first } = tree.grades
  const form = createStudentForm(first.gradeId, first.classIds[0]!, {
    name: '林小满',
    sex: '女',
    idCard,
    studentNo,
    schoolNo: '20260101',
    ...facts,
    orgId: tree.school.id,
    guardians: [{ ...guardian, restriction: 'none' }],
  })
  ;({ id } = await as(head, (ctx) => addStudent(on(ctx, today), form)))
})

const hideFields = (...fields: string[]): Actor => ({ ...head, hiddenFields: new Set(fields) })
const nothingShown = () => hideFields(...Object.keys(manifest.fields!))
const read = (who: Actor) => as(who, (ctx) => getStudent(on(ctx, today), { id }))
const search = (who: Actor, keyword = '') =>
  as(who, (ctx) => searchStudentsInDistrict(on(ctx, today), { ...currentStudents, ...firstPage, keyword }))

/** All answers of the module that contain this pupil. */
const collectAnswers = async (who: Actor) =>
  JSON.stringify([
    await search(who),
    await read(who),
    await as(who, (ctx) =>
      studentExport.read(
        on(ctx, today),
        { ...studentExport.filter.parse({}), ids: [id] },
        { columns: studentExport.columns.map(({ key }) => key), isWhole: true, after: null, limit: 9 },
      ),
    ),
  ])

it('a field hidden by every role is in no list, detail or file, not even masked', async () => {
  const shown = await collectAnswers(head)
  const hidden = await collectAnswers(nothingShown())
  const numbers = [idCard, studentNo, phone, `${idCard.slice(0, 6)}****`, `****${phone.slice(-4)}`, '**3456']
  for (const secret of [...numbers, '望江', '学苑', '2018-03-04']) {
    expect(shown).toContain(secret)
    expect(hidden).not.toContain(secret)
  }
  expect(hidden).toContain('林小满')
})

it('hides one field without the others', async () => {
  const detail = await read(hideFields('student.guardian-phone'))
  expect(detail.guardianPhone).toBe('')
  expect(detail.guardians.map((one) => one.phone)).toEqual([''])
  expect(detail).toMatchObject({ birthday: facts.birthday, household: facts.household })
  expect(detail.idCard).toContain('****')
})

it('cannot be revealed, even with the permission to reveal', async () => {
  const ask = (who: Actor, field: 'idCard' | 'guardianPhone') =>
    as(who, (ctx) => revealStudentField(on(ctx, today), { id, field, guardianId: null, reason: '核对信息' }))
  expect((await ask(head, 'idCard')).value).toBe(idCard)
  await expect(ask(hideFields('student.id-card'), 'idCard')).rejects.toMatchObject({ ret: Ret.forbidden })
  expect((await ask(hideFields('student.id-card'), 'guardianPhone')).value).toBe(phone)
})

it('cannot be searched, neither as a whole nor by the end of a phone number', async () => {
  const countHits = async (who: Actor, keyword: string) => (await search(who, keyword)).items.length
  for (const [keyword, field] of [
    [idCard, 'student.id-card'],
    [studentNo, 'student.number'],
    [phone, 'student.guardian-phone'],
    [phone.slice(-4), 'student.guardian-phone'],
  ] as const) {
    expect(await countHits(head, keyword)).toBe(1)
    expect(await countHits(hideFields(field), keyword)).toBe(0)
    expect(await countHits(hideFields('student.address'), keyword)).toBe(1)
  }
})

it('stays when a form omits it, and cannot be overwritten', async () => {
  const { version, guardians } = await read(head)
  const form: StudentForm = {
    id,
    version,
    name: '林小满',
    schoolNo: '20260101',
    nation: '01',
    sex: '女' as const,
    idKind: 'id-card' as const,
    birthday: '',
    household: '',
    isBoarding: true,
    isSpecial: false,
  }
  const edit = (more = {}) => as(nothingShown(), (ctx) => editStudent(on(ctx, today), { ...form, ...more }))
  await expect(edit({ address: '别处1号' })).rejects.toThrow('该字段对您不可见，不能修改')
  await edit()
  expect(await read(head)).toMatchObject({
    isBoarding: true,
    birthday: facts.birthday,
    household: facts.household,
    address: expect.stringContaining('学苑'),
  })
  const [link] = guardians
  const keep = { ...guardian, id: link!.id, version: link!.version, restriction: 'none' as const }
  const save = (who: Actor) => as(who, (ctx) => saveGuardians(on(ctx, today), { studentId: id, guardians: [keep] }))
  await expect(save(nothingShown())).rejects.toThrow('监护人电话对您不可见')
})

it('is on no slip, so callers with hidden numbers can still issue slips', async () => {
  for (const who of [head, nothingShown()]) {
    const [slip] = await createAccountSlips(database.requestCtx(who, getNoon(today)), { ids: [id], reason: '首次发放' })
    const slips = JSON.stringify({ ...slip, id: '' })
    expect(slips).toContain('林小满')
    for (const secret of [idCard.slice(0, 6), idCard.slice(-5), phone, '2018-03-04'])
      expect(slips).not.toContain(secret)
  }
})

it('is neither shown nor overwritten by an import', async () => {
  const examine = (who: Actor, values: Record<string, string>) =>
    as(who, async (ctx) => {
      const row = { row: 2, accepted: [], values: { name: '林小满', studentNo, ...values } }
      return (await studentImport.examine(on(ctx, today), tree.school.id, [row]))[0]!
    })
  const guardianOf = (number: string) => ({ guardian1Name: '林父', guardian1Phone: number })
  const another = aPhone()
  expect(await examine(head, guardianOf(another))).toMatchObject({ issues: [], result: 'changed' })
  // The same verdict for another number and for the stored one.
  for (const number of [another, phone]) {
    const verdict = await examine(hideFields('student.guardian-phone'), guardianOf(number))
    expect(verdict).toMatchObject({ issues: [{ column: 'guardian1Phone', code: 'unseen' }], changes: [] })
  }
  const verdict = await examine(nothingShown(), { address: '别处1号', birthday: '2018-03-05' })
  expect(verdict.issues.map(({ column, code }) => `${column} ${code}`)).toEqual(['address unseen', 'birthday unseen'])
  // Visible fields are imported, even if the pupil is matched by a hidden number.
  const seen = await examine(nothingShown(), { nation: '03' })
  expect(seen).toMatchObject({ issues: [], result: 'changed' })
})

it('no import verdict reveals whether a hidden value is right', async () => {
  const answer = (field: string, values: Record<string, string>) =>
    as(hideFields(field), async (ctx) => {
      const row = { row: 2, accepted: [], values: { name: '林小满', ...values } }
      const [verdict] = await studentImport.examine(on(ctx, today), tree.school.id, [row])
      return { ...verdict!, keys: [] }
    })
  for (const [field, known, right, wrong] of [
    ['student.guardian-phone', { studentNo }, { guardian1Phone: phone }, { guardian1Phone: aPhone() }],
    ['student.address', { studentNo }, { address: facts.address }, { address: '别处1号' }],
    ['student.birthday', {}, { birthday: facts.birthday }, { birthday: '2017-01-01' }],
    ['student.id-card', { studentNo }, { idCard }, { idCard: aChildIdCard('女') }],
  ] as const) {
    const more = { ...known, guardian1Relation: '9' }
    expect(await answer(field, { ...more, ...right })).toEqual(await answer(field, { ...more, ...wrong }))
  }
})
