import { dayOf, newId, Refusal, type Ctx } from '#packages/core'
import { loadFieldCipher, type FieldCipher } from '#packages/crypto'
import { onConstraint } from '#packages/db'
import type { CheckedRow, ImportEffect } from '#packages/sheet'
import { updatePeopleDetails, type PersonState } from '#kernel/identity/server/api.ts'
import {
  decryptPrivateFacts,
  encryptIcCard,
  encryptPrivateFacts,
  encryptGuardianPhone,
  encryptStudentNo,
} from '../encrypted-fields.ts'
import { createStudents, type NewStudent } from '../service/students/create-students.ts'
import { changeEnrolments, lockSchools, type EnrolmentChange } from '../service/students/change-enrolments.ts'
import { forceCustomPlans } from '../seed-queries.ts'
import { lockStudentVersions } from '../student-import-queries.ts'
import {
  updateOpenSeats,
  getStudentFingerprints,
  listGuardianLinkStates,
  listEnrolmentStates,
  listStudentStates,
  upsertGuardianLinks,
  updateStudentStates,
  type GuardianLinkState,
  type EnrolmentState,
  type StudentState,
} from '../student-import-write-queries.ts'
import {
  getBirthday,
  listImportGuardians,
  getIdKind,
  findGuardianLink,
  getSex,
  type PupilDifference,
} from './compare-pupils.ts'
import { checkImportRows, type RowPlan } from './check-import.ts'
import { loadImportContext } from './import-context.ts'

/** The data needed to undo the import of one row. */
export interface ImportUndoRecord {
  kind: RowPlan['kind']
  personId: string
  /** The import created the person together with the pupil. */
  isNewPerson: boolean
  /** When the row was imported; undo marks the student changes of this moment as undone. */
  at: string
  /** The rows of an existing pupil before the import. */
  student?: StudentState
  enrolments?: EnrolmentState[]
  links?: GuardianLinkState[]
  person?: PersonState
}

type ImportStep = RowPlan & { row: number; id: string }
const ofKind = <Kind extends RowPlan['kind']>(steps: readonly ImportStep[], kind: Kind) =>
  steps.filter((step): step is Extract<ImportStep, { kind: Kind }> => step.kind === kind)

/** Applies the previewed rows with a few statements. Refuses all of them if one row changed since the preview. */
export async function applyImportRows(ctx: Ctx, orgId: string, rows: readonly CheckedRow[]): Promise<ImportEffect[]> {
  const { schools } = await loadImportContext(ctx, orgId)
  await lockSchools(
    ctx,
    schools.map(({ id }) => id),
  )
  await forceCustomPlans(ctx.db)
  const steps = await planSteps(ctx, orgId, rows)
  const newcomers = ofKind(steps, 'new')
  const known = [...ofKind(steps, 'return'), ...ofKind(steps, 'change')]
  const ids = known.map(({ id }) => id)
  const before = await listRowsBefore(ctx, ids)
  await createImportedStudents(ctx, newcomers)
  const persons = await updatePeople(ctx, known)
  await moveEnrolments(ctx, known)
  await updateStudents(ctx, known)
  await updateGuardians(ctx, known, before.links)
  return listEffects(ctx, steps, { ...before, persons })
}

const rowChangedByOthers = (row: number) => new Refusal(`第${row}行的学生信息刚刚发生变化，请重新检查`)

/** Checks the rows again under the school locks, and locks the pupils. */
async function planSteps(ctx: Ctx, orgId: string, rows: readonly CheckedRow[]): Promise<ImportStep[]> {
  const checked = await checkImportRows(ctx, orgId, rows)
  const steps = checked.map(({ plan, verdict }, at): ImportStep => {
    const { row, verdict: shown } = rows[at]!
    const isAsShown = verdict.result === shown.result && verdict.id === shown.id && verdict.mark === shown.mark
    if (!plan || !isAsShown || verdict.result === 'same') throw rowChangedByOthers(row)
    return { ...plan, row, id: plan.kind === 'new' ? newId() : plan.known.id }
  })
  const known = steps.filter((step) => step.kind !== 'new')
  const versions = await lockStudentVersions(
    ctx.db,
    known.map(({ id }) => id),
  )
  for (const step of known)
    if (versions.get(step.id) !== `${step.known.version}.${step.known.personVersion}`)
      throw rowChangedByOthers(step.row)
  return steps
}

type ExistingPupilStep = Extract<ImportStep, { kind: 'return' | 'change' }>
const hasDifference = (differences: readonly PupilDifference[], column: string) =>
  differences.some((one) => one.column === column)

async function listRowsBefore(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return { students: new Map(), enrolments: new Map(), links: new Map() } as RowsBefore
  const students = await listStudentStates(ctx.db, ids)
  return {
    students: new Map(students.map((state) => [state.id, state])),
    enrolments: Map.groupBy(await listEnrolmentStates(ctx.db, ids), (enrolment) => enrolment.student_id),
    links: Map.groupBy(await listGuardianLinkStates(ctx.db, ids), (link) => link.student_id),
  }
}

interface RowsBefore {
  students: ReadonlyMap<string, StudentState>
  enrolments: ReadonlyMap<string, EnrolmentState[]>
  links: ReadonlyMap<string, GuardianLinkState[]>
}

/** The entry day of the file, at most today: a pupil with a future enrolment would not appear in lists. */
function getEntryDay(ctx: Ctx, { values }: ImportStep['importRow'], notBefore: string | null = null) {
  const today = dayOf(ctx.now)
  const entered = values['enteredOn'] ?? today
  const on = entered < today ? entered : today
  return notBefore !== null && notBefore > on ? notBefore : on
}

const getSeat = ({ values: { seatNo } }: ImportStep['importRow']) => (seatNo === undefined ? null : Number(seatNo))

async function createImportedStudents(ctx: Ctx, steps: readonly Extract<ImportStep, { kind: 'new' }>[]) {
  const rows = steps.map(({ id, importRow, school, target }): NewStudent => {
    const { values } = importRow
    const text = (column: string) => values[column] ?? ''
    return {
      id,
      name: text('name'),
      sex: getSex(importRow),
      birthday: getBirthday(importRow),
      idKind: getIdKind(importRow) ?? 'id-card',
      idCard: text('idCard'),
      studentNo: text('studentNo'),
      schoolNo: text('schoolNo'),
      nation: text('nation'),
      household: text('household'),
      address: text('address'),
      icCard: text('icCard'),
      isBoarding: values['isBoarding'] === '1',
      isSpecial: values['isSpecial'] === '1',
      orgId: school.id,
      gradeId: target.gradeId,
      classId: target.class?.id ?? null,
      seatNo: getSeat(importRow),
      on: getEntryDay(ctx, importRow),
      guardians: listImportGuardians(importRow).map(({ name, relation, phone }) => ({
        name,
        relation: relation ?? 5,
        phone: phone ?? '',
      })),
    }
  })
  await createStudents(ctx, rows, { type: 'enrol' })
}

async function updatePeople(ctx: Ctx, steps: readonly ExistingPupilStep[]) {
  const edits = steps.flatMap(({ known, importRow, differences }) => {
    const own = differences.filter(({ of }) => of === 'person')
    if (own.length === 0) return []
    const { name, sex, idCard } = importRow.values
    return {
      id: known.personId,
      ...(hasDifference(own, 'name') ? { name: name! } : {}),
      ...(hasDifference(own, 'sex') ? { sex: sex as '男' | '女' } : {}),
      ...(hasDifference(own, 'idCard') ? { idCard: idCard! } : {}),
    }
  })
  const states = await updatePeopleDetails(ctx, edits).catch(
    onConstraint('person_id_card', '文件中有身份证号刚刚被他人登记，请重新检查'),
  )
  return new Map(states.map((state) => [state.id, state]))
}

/** 调班 from today, and new enrolments of returning pupils. */
async function moveEnrolments(ctx: Ctx, steps: readonly ExistingPupilStep[]) {
  const today = dayOf(ctx.now)
  const moves = steps.flatMap((step): EnrolmentChange[] => {
    const { id: studentId, importRow, school } = step
    if (step.kind === 'return') {
      const type = step.known.status === 'transferred' ? 'transfer-in' : 'enrol'
      const { target, known } = step
      const to = {
        orgId: school.id,
        gradeId: target.gradeId,
        classId: target.class?.id ?? null,
        status: 'studying' as const,
      }
      return [
        { studentId, type, on: getEntryDay(ctx, importRow, known.overOn), to: { ...to, seatNo: getSeat(importRow) } },
      ]
    }
    if (!hasDifference(step.differences, 'class')) return []
    const { gradeId, class: to } = importRow.target!
    const target = {
      orgId: school.id,
      gradeId,
      classId: to!.id,
      status: 'studying' as const,
      seatNo: getSeat(importRow),
    }
    return [{ studentId, type: 'move', on: today, to: target }]
  })
  await changeEnrolments(ctx, moves)
  const seats = steps.flatMap(({ id, kind, differences, importRow }) =>
    kind === 'change' && hasDifference(differences, 'seatNo') && !hasDifference(differences, 'class')
      ? { id, seatNo: getSeat(importRow)! }
      : [],
  )
  if (seats.length > 0) await updateOpenSeats(ctx.db, seats, ctx.now)
}

/** After the enrolment changes, which also write the pupil: the values of the file must win. */
async function updateStudents(ctx: Ctx, steps: readonly ExistingPupilStep[]) {
  const own = steps.filter(
    ({ kind, differences }) =>
      kind === 'return' || differences.some(({ of, column }) => of === 'student' || column === 'idCard'),
  )
  if (own.length === 0) return
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const ids = own.map(({ id }) => id)
  const states = new Map((await listStudentStates(ctx.db, ids)).map((state) => [state.id, state]))
  const after = own.map((step) => getStateAfter(fields, states.get(step.id)!, step))
  await updateStudentStates(ctx.db, after, ctx.now).catch(refuseTakenNumbers)
}

function refuseTakenNumbers(error: unknown): never {
  const message = '刚刚被他人登记，请重新检查'
  try {
    return onConstraint('student_number', `文件中有学籍号${message}`)(error)
  } catch (other) {
    return onConstraint('student_school_no', `文件中有学号${message}`)(other)
  }
}

const hex = (bytes: Buffer | null) => bytes?.toString('hex') ?? null

function getStateAfter(
  fields: FieldCipher,
  now: StudentState,
  { importRow, differences, kind }: ExistingPupilStep,
): StudentState {
  const { values } = importRow
  const stored = decryptPrivateFacts(fields, now.id, now.private === null ? null : Buffer.from(now.private, 'hex'))
  const isChanged = (column: string) => hasDifference(differences, column)
  const isPaper = isChanged('idCard') && getIdKind(importRow) !== 'id-card'
  const facts = {
    birthday: isChanged('birthday') ? values['birthday']! : stored.birthday,
    household: isChanged('household') ? values['household']! : stored.household,
    address: isChanged('address') ? values['address']! : stored.address,
    paperNo: isPaper ? values['idCard']! : isChanged('idKind') ? '' : stored.paperNo,
  }
  const isOther = JSON.stringify(facts) !== JSON.stringify(stored)
  const number = isChanged('studentNo') ? encryptStudentNo(fields, now.id, values['studentNo']!) : undefined
  return {
    ...now,
    ...(number ? { student_no: hex(number.student_no), student_no_hash: hex(number.student_no_hash) } : {}),
    ...(isChanged('schoolNo') || (kind === 'return' && values['schoolNo']) ? { school_no: values['schoolNo']! } : {}),
    ...(isChanged('idKind') ? { id_kind: getIdKind(importRow)! } : {}),
    ...(isChanged('nation') ? { nation: values['nation']! } : {}),
    ...(isChanged('isBoarding') ? { is_boarding: values['isBoarding'] === '1' } : {}),
    ...(isChanged('isSpecial') ? { is_special: values['isSpecial'] === '1' } : {}),
    ...(isChanged('icCard') ? { ic_card: hex(encryptIcCard(fields, now.id, values['icCard']!)) } : {}),
    // Encrypting equal values again would make the row look changed.
    ...(isOther ? { private: hex(encryptPrivateFacts(fields, now.id, facts)) } : {}),
  }
}

async function updateGuardians(ctx: Ctx, steps: readonly ExistingPupilStep[], before: RowsBefore['links']) {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const rows = steps.flatMap(({ id, known, importRow, differences }) => {
    const there = before.get(id) ?? []
    let sort = Math.max(-1, ...there.map((link) => link.sort))
    return listImportGuardians(importRow).flatMap((one): GuardianLinkState[] => {
      if (!differences.some(({ of, column }) => of === 'guardian' && column.startsWith(`guardian${one.nth}`))) return []
      const link = there.find((row) => row.id === findGuardianLink(known, one)?.id)
      const linkId = link?.id ?? newId()
      const sealed = one.phone === undefined ? undefined : encryptGuardianPhone(fields, linkId, one.phone)
      const numbers = sealed && {
        phone: hex(sealed.phone),
        phone_hash: hex(sealed.phone_hash),
        phone_tail_hash: hex(sealed.phone_tail_hash),
      }
      if (link) return [{ ...link, ...(one.relation ? { relation: one.relation } : {}), ...numbers }]
      const fresh = {
        id: linkId,
        student_id: id,
        name: one.name,
        relation: one.relation ?? 5,
        is_primary: there.length === 0 && one.nth === 1,
      }
      return [{ ...fresh, sort: ++sort, phone: null, phone_hash: null, phone_tail_hash: null, ...numbers }]
    })
  })
  if (rows.length > 0) await upsertGuardianLinks(ctx.db, rows, ctx.now)
}

async function listEffects(
  ctx: Ctx,
  steps: readonly ImportStep[],
  rowsBefore: RowsBefore & { persons: ReadonlyMap<string, PersonState> },
): Promise<ImportEffect[]> {
  const fingerprints = await getStudentFingerprints(
    ctx.db,
    steps.map(({ id }) => id),
  )
  const now = new Map(fingerprints.map((one) => [one.id, one]))
  return steps.map((step): ImportEffect => {
    const { kind, row, id } = step
    const { mark, personMark, personId } = now.get(id)!
    const at = ctx.now.toISOString()
    const person = rowsBefore.persons.get(personId)
    const before: ImportUndoRecord = {
      kind,
      personId,
      at,
      isNewPerson: kind === 'new' && step.known === null,
      ...(kind === 'new'
        ? {}
        : {
            student: rowsBefore.students.get(id)!,
            enrolments: rowsBefore.enrolments.get(id) ?? [],
            links: rowsBefore.links.get(id) ?? [],
          }),
      ...(person ? { person } : {}),
    }
    return { row, result: kind === 'change' ? 'changed' : 'new', id, before, mark: `${mark}.${personMark}` }
  })
}
