import { dayOf, newId, Refusal, type Ctx } from '#packages/core'
import { fieldsOf, type FieldCipher } from '#packages/crypto'
import { onConstraint } from '#packages/db'
import type { CheckedRow, Effect } from '#packages/sheet'
import { editPeople, type PersonState } from '#kernel/identity/server'
import { openFacts, sealCard, sealFacts, sealPhone, sealStudentNo } from '../numbers.ts'
import { createStudents, type NewStudent } from '../service/students/creating.ts'
import { changePlaces, holdSchools, type PlaceChange } from '../service/students/placing.ts'
import { expectGrowth } from '../seed-queries.ts'
import { holdVersions } from '../sheet-queries.ts'
import {
  setSeats,
  standingsOf,
  statesOfLinks,
  statesOfPlaces,
  statesOfStudents,
  storeLinks,
  storeStudents,
  type LinkState,
  type PlaceState,
  type StudentState,
} from '../sheet-write-queries.ts'
import { birthdayIn, guardiansIn, idKindIn, linkOf, sexIn, type Difference } from './comparing.ts'
import { judgeRows, type Plan } from './judging.ts'
import { groundOf } from './schools.ts'

/** What has to be put back when an import is undone. */
export interface Before {
  kind: Plan['kind']
  personId: string
  /** The person was made with the pupil. */
  isNewPerson: boolean
  /** When it was done: what was written down then counts no more. */
  at: string
  /** Of a pupil who was there: the rows as they were. */
  student?: StudentState
  places?: PlaceState[]
  links?: LinkState[]
  person?: PersonState
}

type Step = Plan & { row: number; id: string }
const ofKind = <Kind extends Plan['kind']>(steps: readonly Step[], kind: Kind) =>
  steps.filter((step): step is Extract<Step, { kind: Kind }> => step.kind === kind)

/** Does what was shown, in a few statements; whatever is not as it was shown any more refuses all of it. */
export async function applyRows(ctx: Ctx, orgId: string, rows: readonly CheckedRow[]): Promise<Effect[]> {
  const { schools } = await groundOf(ctx, orgId)
  await holdSchools(
    ctx,
    schools.map(({ id }) => id),
  )
  await expectGrowth(ctx.db)
  const steps = await stepsOf(ctx, orgId, rows)
  const newcomers = ofKind(steps, 'new')
  const known = [...ofKind(steps, 'return'), ...ofKind(steps, 'change')]
  const ids = known.map(({ id }) => id)
  const before = await rowsBefore(ctx, ids)
  await bringStudents(ctx, newcomers)
  const persons = await changePeople(ctx, known)
  await movePlaces(ctx, known)
  await changeStudents(ctx, known)
  await changeLinks(ctx, known, before.links)
  return effectsOf(ctx, steps, { ...before, persons })
}

const overtaken = (row: number) => new Refusal(`第${row}行的学生信息刚刚发生变化，请重新检查`)

/** Looks once more, now that nobody else changes places, and holds whom it is about. */
async function stepsOf(ctx: Ctx, orgId: string, rows: readonly CheckedRow[]): Promise<Step[]> {
  const judged = await judgeRows(ctx, orgId, rows)
  const steps = judged.map(({ plan, verdict }, at): Step => {
    const { row, verdict: shown } = rows[at]!
    const isAsShown = verdict.result === shown.result && verdict.id === shown.id && verdict.mark === shown.mark
    if (!plan || !isAsShown || verdict.result === 'same') throw overtaken(row)
    return { ...plan, row, id: plan.kind === 'new' ? newId() : plan.known.id }
  })
  const known = steps.filter((step) => step.kind !== 'new')
  const versions = await holdVersions(
    ctx.db,
    known.map(({ id }) => id),
  )
  for (const step of known)
    if (versions.get(step.id) !== `${step.known.version}.${step.known.personVersion}`) throw overtaken(step.row)
  return steps
}

type Existing = Extract<Step, { kind: 'return' | 'change' }>
const has = (differences: readonly Difference[], column: string) => differences.some((one) => one.column === column)

async function rowsBefore(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return { students: new Map(), places: new Map(), links: new Map() } as Kept
  const students = await statesOfStudents(ctx.db, ids)
  return {
    students: new Map(students.map((state) => [state.id, state])),
    places: Map.groupBy(await statesOfPlaces(ctx.db, ids), (place) => place.student_id),
    links: Map.groupBy(await statesOfLinks(ctx.db, ids), (link) => link.student_id),
  }
}

interface Kept {
  students: ReadonlyMap<string, StudentState>
  places: ReadonlyMap<string, PlaceState[]>
  links: ReadonlyMap<string, LinkState[]>
}

/** Since when somebody is here: what the file says, but not from a day that has yet to come, or they would not be seen. */
function beginning(ctx: Ctx, { values }: Step['wanted'], notBefore: string | null = null) {
  const today = dayOf(ctx.now)
  const said = values['enteredOn'] ?? today
  const on = said < today ? said : today
  return notBefore !== null && notBefore > on ? notBefore : on
}

const seatIn = ({ values: { seatNo } }: Step['wanted']) => (seatNo === undefined ? null : Number(seatNo))

async function bringStudents(ctx: Ctx, steps: readonly Extract<Step, { kind: 'new' }>[]) {
  const rows = steps.map(({ id, wanted, school, place }): NewStudent => {
    const { values } = wanted
    const text = (column: string) => values[column] ?? ''
    return {
      id,
      name: text('name'),
      sex: sexIn(wanted),
      birthday: birthdayIn(wanted),
      idKind: idKindIn(wanted) ?? 'id-card',
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
      gradeId: place.gradeId,
      classId: place.class?.id ?? null,
      seatNo: seatIn(wanted),
      on: beginning(ctx, wanted),
      guardians: guardiansIn(wanted).map(({ name, relation, phone }) => ({
        name,
        relation: relation ?? 5,
        phone: phone ?? '',
      })),
    }
  })
  await createStudents(ctx, rows, { type: 'enrol' })
}

async function changePeople(ctx: Ctx, steps: readonly Existing[]) {
  const edits = steps.flatMap(({ known, wanted, differences }) => {
    const own = differences.filter(({ of }) => of === 'person')
    if (own.length === 0) return []
    const { name, sex, idCard } = wanted.values
    return {
      id: known.personId,
      ...(has(own, 'name') ? { name: name! } : {}),
      ...(has(own, 'sex') ? { sex: sex as '男' | '女' } : {}),
      ...(has(own, 'idCard') ? { idCard: idCard! } : {}),
    }
  })
  const states = await editPeople(ctx, edits).catch(
    onConstraint('person_id_card', '文件中有身份证号刚刚被他人登记，请重新检查'),
  )
  return new Map(states.map((state) => [state.id, state]))
}

/** 调班 from today, and the first day of whoever comes back. */
async function movePlaces(ctx: Ctx, steps: readonly Existing[]) {
  const today = dayOf(ctx.now)
  const moves = steps.flatMap((step): PlaceChange[] => {
    const { id: studentId, wanted, school } = step
    if (step.kind === 'return') {
      const type = step.known.status === 'transferred' ? 'transfer-in' : 'enrol'
      const { place, known } = step
      const to = {
        orgId: school.id,
        gradeId: place.gradeId,
        classId: place.class?.id ?? null,
        status: 'studying' as const,
      }
      return [{ studentId, type, on: beginning(ctx, wanted, known.overOn), to: { ...to, seatNo: seatIn(wanted) } }]
    }
    if (!has(step.differences, 'class')) return []
    const { gradeId, class: to } = wanted.place!
    const place = { orgId: school.id, gradeId, classId: to!.id, status: 'studying' as const, seatNo: seatIn(wanted) }
    return [{ studentId, type: 'move', on: today, to: place }]
  })
  await changePlaces(ctx, moves)
  const seats = steps.flatMap(({ id, kind, differences, wanted }) =>
    kind === 'change' && has(differences, 'seatNo') && !has(differences, 'class')
      ? { id, seatNo: seatIn(wanted)! }
      : [],
  )
  if (seats.length > 0) await setSeats(ctx.db, seats, ctx.now)
}

/** After the places, which write the pupil too: what the file says is the last word. */
async function changeStudents(ctx: Ctx, steps: readonly Existing[]) {
  const own = steps.filter(
    ({ kind, differences }) =>
      kind === 'return' || differences.some(({ of, column }) => of === 'student' || column === 'idCard'),
  )
  if (own.length === 0) return
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const ids = own.map(({ id }) => id)
  const states = new Map((await statesOfStudents(ctx.db, ids)).map((state) => [state.id, state]))
  const after = own.map((step) => stateAfter(fields, states.get(step.id)!, step))
  await storeStudents(ctx.db, after, ctx.now).catch(numbersTaken)
}

function numbersTaken(error: unknown): never {
  const words = '刚刚被他人登记，请重新检查'
  try {
    return onConstraint('student_number', `文件中有学籍号${words}`)(error)
  } catch (other) {
    return onConstraint('student_school_no', `文件中有学号${words}`)(other)
  }
}

const hex = (bytes: Buffer | null) => bytes?.toString('hex') ?? null

function stateAfter(fields: FieldCipher, now: StudentState, { wanted, differences, kind }: Existing): StudentState {
  const { values } = wanted
  const kept = openFacts(fields, now.id, now.private === null ? null : Buffer.from(now.private, 'hex'))
  const says = (column: string) => has(differences, column)
  const isPaper = says('idCard') && idKindIn(wanted) !== 'id-card'
  const facts = {
    birthday: says('birthday') ? values['birthday']! : kept.birthday,
    household: says('household') ? values['household']! : kept.household,
    address: says('address') ? values['address']! : kept.address,
    paperNo: isPaper ? values['idCard']! : says('idKind') ? '' : kept.paperNo,
  }
  const isOther = JSON.stringify(facts) !== JSON.stringify(kept)
  const number = says('studentNo') ? sealStudentNo(fields, now.id, values['studentNo']!) : undefined
  return {
    ...now,
    ...(number ? { student_no: hex(number.student_no), student_no_hash: hex(number.student_no_hash) } : {}),
    ...(says('schoolNo') || (kind === 'return' && values['schoolNo']) ? { school_no: values['schoolNo']! } : {}),
    ...(says('idKind') ? { id_kind: idKindIn(wanted)! } : {}),
    ...(says('nation') ? { nation: values['nation']! } : {}),
    ...(says('isBoarding') ? { is_boarding: values['isBoarding'] === '1' } : {}),
    ...(says('isSpecial') ? { is_special: values['isSpecial'] === '1' } : {}),
    ...(says('icCard') ? { ic_card: hex(sealCard(fields, now.id, values['icCard']!)) } : {}),
    // Sealed anew it would look changed though it says the same.
    ...(isOther ? { private: hex(sealFacts(fields, now.id, facts)) } : {}),
  }
}

async function changeLinks(ctx: Ctx, steps: readonly Existing[], before: Kept['links']) {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const rows = steps.flatMap(({ id, known, wanted, differences }) => {
    const there = before.get(id) ?? []
    let sort = Math.max(-1, ...there.map((link) => link.sort))
    return guardiansIn(wanted).flatMap((one): LinkState[] => {
      if (!differences.some(({ of, column }) => of === 'guardian' && column.startsWith(`guardian${one.nth}`))) return []
      const link = there.find((row) => row.id === linkOf(known, one)?.id)
      const linkId = link?.id ?? newId()
      const sealed = one.phone === undefined ? undefined : sealPhone(fields, linkId, one.phone)
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
  if (rows.length > 0) await storeLinks(ctx.db, rows, ctx.now)
}

async function effectsOf(
  ctx: Ctx,
  steps: readonly Step[],
  kept: Kept & { persons: ReadonlyMap<string, PersonState> },
): Promise<Effect[]> {
  const standings = await standingsOf(
    ctx.db,
    steps.map(({ id }) => id),
  )
  const now = new Map(standings.map((one) => [one.id, one]))
  return steps.map((step): Effect => {
    const { kind, row, id } = step
    const { mark, personMark, personId } = now.get(id)!
    const at = ctx.now.toISOString()
    const person = kept.persons.get(personId)
    const before: Before = {
      kind,
      personId,
      at,
      isNewPerson: kind === 'new' && step.known === null,
      ...(kind === 'new'
        ? {}
        : { student: kept.students.get(id)!, places: kept.places.get(id) ?? [], links: kept.links.get(id) ?? [] }),
      ...(person ? { person } : {}),
    }
    return { row, result: kind === 'change' ? 'changed' : 'new', id, before, mark: `${mark}.${personMark}` }
  })
}
