import { newId, Refusal, type Ctx } from '#packages/core'
import type { FieldCipher } from '#packages/crypto'
import { onConstraint } from '#packages/db'
import type { CheckedRow, Effect } from '#packages/sheet'
import { recordIdentityChanges } from '#kernel/audit/server'
import { createPeople, editPeople, holdPeople, withdrawInvitationsOf, type PersonState } from '#kernel/identity/server'
import { holdTree } from '#kernel/org/server'
import type { UserForm } from '../../contract.ts'
import type { Difference } from '../differences.ts'
import { markPlacesChanged } from '../file-queries.ts'
import { openCard, openFacts, sealCard, sealFacts } from '../private-facts.ts'
import { guardOwn } from '../guards.ts'
import { expectGrowth, insertPlaces, storeFiles, type FileRecord, type PlaceRecord } from '../seed-queries.ts'
import { alreadyThere } from '../service/adding.ts'
import { keepingCounts } from '../service/counting.ts'
import { identityKinds } from '../service/editing.ts'
import { keepHistories } from '../service/history.ts'
import { fieldsIn, momentOf } from '../service/presenting.ts'
import { isOpenOn } from '../service/reach.ts'
import {
  standingsOf,
  statesOfFiles,
  statesOfPlaces,
  storePlaces,
  versionsOfPeople,
  type PlaceState,
} from '../sheet-queries.ts'
import { birthdayIn, sexIn } from './forming.ts'
import { judgeRows, type Plan } from './judging.ts'

/** What has to be put back when an import is undone. */
export interface Before {
  kind: Plan['kind']
  personId: string
  accountId: string | null
  /** Of somebody who was there: what was changed, and the rows as they were. A file of null: there was none. */
  differences: readonly Difference[]
  place?: PlaceState
  person?: PersonState
  file?: FileRecord | null
}

type Step = Plan & { row: number; id: string; personId: string }
const ofKind = <Kind extends Plan['kind']>(steps: readonly Step[], kind: Kind) =>
  steps.filter((step): step is Extract<Step, { kind: Kind }> => step.kind === kind)

/** Does what was shown, in a few statements; whatever is not as it was shown any more refuses all of it. */
export async function applyRows(ctx: Ctx, orgId: string, rows: readonly CheckedRow[]): Promise<Effect[]> {
  await holdTree(ctx)
  const steps = await stepsOf(ctx, orgId, rows)
  const newcomers = ofKind(steps, 'person')
  const joining = ofKind(steps, 'place')
  const changing = ofKind(steps, 'change')
  const moved = changing.filter(({ form, place }) => form.departmentId !== place.departmentId)
  const counted = [...newcomers, ...joining, ...moved].map(({ personId }) => personId)
  // Foreign keys of a table that is just being filled.
  await expectGrowth(ctx.db)
  const write = async () => {
    const before = await changePeople(ctx, [...joining, ...changing])
    await bringPeople(ctx, newcomers)
    await givePlaces(ctx, [...newcomers, ...joining])
    return { ...before, places: await changePlaces(ctx, changing) }
  }
  const people = steps.map(({ personId }) => personId)
  const guarded = () => guardOwn(ctx, people, write)
  const before = await (counted.length > 0 ? keepingCounts(ctx, counted, guarded) : guarded())
  const touched = [...joining, ...changing].filter(({ differences }) => differences.some(({ of }) => of !== 'place'))
  await markPlacesChanged(
    ctx.db,
    touched.map(({ personId }) => personId),
    touched.map(({ id }) => id),
  )
  await noteDown(ctx, steps)
  return effectsOf(ctx, steps, before)
}

const overtaken = (row: number) => new Refusal(`第${row}行的人员信息刚刚发生变化，请重新检查`)

/** Looks once more, now that nobody else changes places, and holds whom it is about. */
async function stepsOf(ctx: Ctx, orgId: string, rows: readonly CheckedRow[]): Promise<Step[]> {
  const judged = await judgeRows(ctx, orgId, rows)
  const steps = judged.map(({ plan, verdict }, at): Step => {
    const { row, verdict: shown } = rows[at]!
    const isAsShown = verdict.result === shown.result && verdict.id === shown.id && verdict.mark === shown.mark
    if (!plan || !isAsShown || verdict.result === 'same') throw overtaken(row)
    const id = plan.kind === 'change' ? plan.place.id : newId()
    return { ...plan, row, id, personId: plan.kind === 'person' ? newId() : plan.known.id }
  })
  const known = steps.flatMap((step) => (step.kind === 'person' ? [] : { row: step.row, known: step.known }))
  const ids = known.map(({ known: { id } }) => id)
  await holdPeople(ctx, ids)
  // People change their own phones and pictures without asking the tree.
  const versions = await versionsOfPeople(ctx.db, ids)
  for (const { row, known: person } of known) if (versions.get(person.id) !== person.version) throw overtaken(row)
  return steps
}

type Existing = Extract<Step, { kind: 'place' | 'change' }>
const has = (differences: readonly Difference[], field: Difference['field']) =>
  differences.some((one) => one.field === field)

/** Writes who people are and what their files say, and tells what was there. */
async function changePeople(ctx: Ctx, steps: readonly Existing[]) {
  const persons = steps.filter(({ differences }) => differences.some(({ of }) => of === 'person'))
  const edits = persons.map(({ personId: id, form, differences }) => ({
    id,
    ...(has(differences, 'name') ? { name: form.name } : {}),
    ...(has(differences, 'sex') ? { sex: form.sex } : {}),
    ...(has(differences, 'idCard') ? { idCard: form.idCard! } : {}),
    ...(has(differences, 'mobile') ? { phone: form.mobile! } : {}),
  }))
  const states = await editPeople(ctx, edits).catch(cardTaken)
  const filed = steps.filter(({ differences }) => differences.some(({ of }) => of === 'file'))
  const ids = filed.map(({ personId }) => personId)
  const files = ids.length > 0 ? await statesOfFiles(ctx.db, ids) : []
  const fields = await fieldsIn(ctx)
  const kept = new Map(files.map((file) => [file.person_id, file]))
  const changed = filed.map(({ personId, form }) => fileAfter(fields, personId, kept.get(personId), form))
  if (changed.length > 0) await storeFiles(ctx.db, changed, ctx.now)
  return {
    persons: new Map(states.map((state) => [state.id, state])),
    files: new Map(ids.map((id) => [id, kept.get(id) ?? null])),
  }
}

const cardTaken = onConstraint('person_id_card', '文件中有身份证号刚刚被他人登记，请重新检查')

const fileRow = (personId: string, facts: Partial<UserForm>, sealed: Buffer | null): FileRecord => ({
  person_id: personId,
  nation: facts.nation ?? '',
  teacher_level: facts.teacherLevel ?? '',
  diploma: facts.diploma ?? '',
  graduate_school: facts.graduateSchool ?? '',
  specialty: facts.specialty ?? '',
  working_since_on: facts.workedFrom || null,
  private: sealed?.toString('hex') ?? null,
})

function fileAfter(fields: FieldCipher, personId: string, before: FileRecord | undefined, form: UserForm): FileRecord {
  const known = openFacts(fields, personId, before?.private ? Buffer.from(before.private, 'hex') : null)
  const { birthday, email, qq, resume } = form
  const { address = known.address, otherPhone = known.otherPhone, license = known.license } = form
  const facts = { birthday, email, qq, resume, address, otherPhone, license }
  return fileRow(personId, form, sealFacts(fields, personId, facts))
}

type Newcomer = Extract<Step, { kind: 'person' }>

async function bringPeople(ctx: Ctx, steps: readonly Newcomer[]) {
  if (steps.length === 0) return
  const people = steps.map(({ personId: id, wanted }) => {
    const { name = '', idCard, mobile } = wanted.values
    const sex = sexIn(wanted) as '男' | '女' | ''
    return { id, name, ...(sex ? { sex } : {}), ...(idCard ? { idCard } : {}), ...(mobile ? { phone: mobile } : {}) }
  })
  await createPeople(ctx, people).catch(cardTaken)
  const fields = await fieldsIn(ctx)
  const files = steps.map(({ personId, wanted }) => {
    const { email = '', address = '', qq = '', otherPhone = '', license = '' } = wanted.values
    const facts = { birthday: birthdayIn(wanted), email, address, qq, otherPhone, license, resume: '' }
    return fileRow(personId, wanted.values as Partial<UserForm>, sealFacts(fields, personId, facts))
  })
  await storeFiles(ctx.db, files, ctx.now)
}

async function givePlaces(ctx: Ctx, steps: readonly (Newcomer | Extract<Step, { kind: 'place' }>)[]) {
  if (steps.length === 0) return
  const { day } = momentOf(ctx)
  const fields = await fieldsIn(ctx)
  const places = steps.map((step): PlaceRecord => {
    const { id, personId, unit, wanted } = step
    const { values } = wanted
    const hasMain = step.kind === 'place' && step.known.places.some((place) => place.isMain && isOpenOn(day)(place))
    return {
      id,
      person_id: personId,
      org_id: unit.id,
      department_id: wanted.department?.id ?? null,
      sort: 0,
      user_type: values['userType'] ?? unit.usualType,
      post: values['post'] ?? '',
      is_main: !hasMain,
      begins: values['startsOn'] ?? day,
      number: values['number'] ?? '',
      subject: values['subject'] ?? '',
      worker_type: values['workerType'] === undefined ? null : Number(values['workerType']),
      office_phone: values['officePhone'] ?? '',
      remark: values['remark'] ?? '',
      ic_card: sealCard(fields, values['icCard'] ?? '')?.toString('hex') ?? null,
    }
  })
  await insertPlaces(ctx.db, places, ctx.now).catch(alreadyThere)
  // A link that was sent for the one place must not open the other.
  const known = ofKind(steps, 'place').map(({ personId }) => personId)
  if (known.length > 0) await withdrawInvitationsOf(ctx, known)
}

async function changePlaces(ctx: Ctx, steps: readonly Extract<Step, { kind: 'change' }>[]) {
  if (steps.length === 0) return new Map<string, PlaceState>()
  const before = await statesOfPlaces(
    ctx.db,
    steps.map(({ id }) => id),
  )
  const kept = new Map(before.map((state) => [state.id, state]))
  const fields = await fieldsIn(ctx)
  const after = steps.map(({ id, form }): PlaceState => {
    const card = kept.get(id)!.ic_card
    const isSameCard =
      form.icCard === undefined || form.icCard === openCard(fields, card === null ? null : Buffer.from(card, 'hex'))
    return {
      id,
      department_id: form.departmentId,
      user_type: form.userType,
      post: form.post,
      number: form.number,
      subject: form.subject,
      worker_type: form.workerType,
      office_phone: form.officePhone,
      remark: form.remark,
      ic_card: isSameCard ? card : (sealCard(fields, form.icCard!)?.toString('hex') ?? null),
    }
  })
  await storePlaces(ctx.db, after, ctx.now).catch(alreadyThere)
  return kept
}

/** In the log of identities and the history of fields, as every single change is. */
async function noteDown(ctx: Ctx, steps: readonly Step[]) {
  const subject = (step: Step) => ({
    personId: step.personId,
    accountId: step.kind === 'person' ? null : step.known.accountId,
  })
  await recordIdentityChanges(
    ctx,
    '',
    steps.flatMap((step) => [
      ...(step.kind === 'change' ? [] : [{ kind: 'place-added' as const, ...subject(step) }]),
      ...(step.kind === 'person' ? [] : identityKinds(step.differences).map((kind) => ({ kind, ...subject(step) }))),
    ]),
  )
  await keepHistories(
    ctx,
    steps.flatMap((step) =>
      step.kind === 'person' ? [] : { place: { id: step.id, personId: step.personId }, differences: step.differences },
    ),
  )
}

interface Kept {
  persons: ReadonlyMap<string, PersonState>
  files: ReadonlyMap<string, FileRecord | null>
  places: ReadonlyMap<string, PlaceState>
}

async function effectsOf(ctx: Ctx, steps: readonly Step[], kept: Kept): Promise<Effect[]> {
  const { day } = momentOf(ctx)
  const standings = await standingsOf(
    ctx.db,
    null,
    steps.map(({ id }) => id),
    day,
  )
  const marks = new Map(standings.map(({ id, placeMark, personMark }) => [id, `${placeMark}.${personMark}`]))
  return steps.map((step): Effect => {
    const { kind, row, id, personId } = step
    const [place, person, file] = [kept.places.get(id), kept.persons.get(personId), kept.files.get(personId)]
    const before: Before = {
      kind,
      personId,
      accountId: kind === 'person' ? null : step.known.accountId,
      differences: kind === 'person' ? [] : step.differences,
      ...(place ? { place } : {}),
      ...(person ? { person } : {}),
      ...(file === undefined ? {} : { file }),
    }
    return { row, result: kind === 'change' ? 'changed' : 'new', id, before, mark: marks.get(id)! }
  })
}
