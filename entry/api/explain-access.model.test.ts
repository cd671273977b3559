import { beforeAll, expect, it } from 'vitest'
import { useWholeApp } from '../testing/whole-app.ts'
import { dayOf, emptyScope, type Actor, type Ctx, type ScopePart, type Scope, wholeDistrict } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { resolvePermissions } from '#kernel/access/server/api.ts'
import { findUnit } from '#kernel/org/server/api.ts'
import { findStudent } from '#kernel/student/server/api.ts'
import { listOrgsInScope } from '../../kernel/access/server/administrator-queries.ts'
import { findRecordKind } from '../../kernel/access/server/record-kinds.ts'
import { explainAccess } from '../../kernel/access/server/service/explain-access/explain-access.ts'
import { listRecordHolders } from '../../kernel/access/server/service/explain-access/record-holders.ts'
import { findManagedOrganisation } from '../../kernel/org/server/edit-queries.ts'
import { findOrganisation } from '../../kernel/org/server/queries.ts'
import { listClassesInScope } from '../../kernel/schooling/server/class-queries.ts'
import { listTargetsByIds } from '../../kernel/staff/server/search-queries.ts'
import { findUser } from '../../kernel/staff/server/user-queries.ts'
import { loadModules } from '../modules.ts'
import { createSeededRandom } from '../testing/organisation-counts-model.ts'
import { buildRandomDistrict, type RandomDistrict } from '../testing/explain-access-model.ts'
import { modelSeed } from '../testing/model-test-runs.ts'
import type { DistrictMember, ExplainedRecord } from '../testing/explain-access-school.ts'
import { createApi } from './app.ts'

/** Few in CI, ten thousand by `pnpm proof explain-access`. */
const triples = Number(process.env['QIMING_MIRROR_TRIPLES'] ?? 1_200)
const chance = createSeededRandom(modelSeed)
const database = useDatabase({ withoutDistricts: true, poolSize: 4 })

interface Question {
  member: DistrictMember
  thing: ExplainedRecord
  permission: string
}

let district: RandomDistrict
let administrator: Actor
/** The permissions of each person at the start. */
const rights = new Map<string, Rights>()
/** The questions for which the holders of the permission are listed. */
let samples: Question[]
/** Questions where explainAccess and the query differed, before and after the separation of duties. */
let wrongWhenTogether: string[]
let wrongWhenSeparated: string[]
let seconds: number
/** The first answers of explainAccess, for comparison with later ones. */
const answers = new Map<Question, boolean>()

beforeAll(
  async () => {
    const app = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
    await app.close()
    const permissions = ['organisation', 'staff', 'class', 'student'].flatMap((kind) => [
      ...findRecordKind(useWholeApp(database), kind)!.permissions,
    ])
    district = await buildRandomDistrict(database, chance, permissions)
    const { districtId } = district
    administrator = createActor({ districtId }, { 'role.read': wholeDistrict, 'student.read': wholeDistrict })
    await database.as(administrator, async (ctx) => {
      for (const member of district.members) rights.set(member.userId, await rightsOf(ctx, member))
    })
    samples = Array.from({ length: Math.min(25, Math.ceil(triples / 150)) }, someQuestion)
    const questions = Array.from({ length: triples }, someQuestion)
    const half = Math.floor(triples / 2)
    const began = performance.now()
    wrongWhenTogether = await compareAll(questions.slice(0, half))
    await separate()
    wrongWhenSeparated = await compareAll(questions.slice(half))
    seconds = (performance.now() - began) / 1000
  },
  120_000 + triples * 60,
)

/** A person without a current membership has no permission. */
const explainSays = async (ctx: Ctx, { member, thing, permission }: Question): Promise<boolean> =>
  explainAccess(ctx, { userId: member.userId, kind: thing.kind, recordId: thing.id, permission, field: '' }).then(
    ({ isAllowed }) => isAllowed,
    (error: Error) => {
      if (error.message === '人员不存在') return false
      throw error
    },
  )

type Rights = ReadonlyMap<string, Scope>
const rightsOf = async (ctx: Ctx, member: DistrictMember): Promise<Rights> =>
  (await resolvePermissions(ctx, member))?.permissions ?? new Map()

const moment = { day: dayOf(new Date()), now: new Date() }

/** Whether the query of the record's module returns the record in this scope. */
async function queryReturns(ctx: Ctx, scope: Scope, { thing, permission }: Question): Promise<boolean> {
  const { kind, id } = thing
  const { db } = ctx
  if (kind === 'class') return (await listClassesInScope(db, scope, { ids: [id], day: moment.day })).length > 0
  if (kind === 'student') {
    const actor = { ...ctx.actor, permissions: new Map([[permission, scope]]) }
    return findStudent({ ...ctx, actor }, permission as 'student.read', id).then(
      () => true,
      () => false,
    )
  }
  if (kind === 'staff')
    return permission === 'user.merge'
      ? (await listTargetsByIds(db, scope, [id])).length > 0
      : (await findUser(db, scope, id, moment)) !== undefined
  if (permission === 'org.appoint') return (await listOrgsInScope(db, scope, [id])).length > 0
  if (permission === 'org.read') return (await findOrganisation(db, scope, id)) !== undefined
  // Nobody can enter a closed organisation; that is not a question of permissions.
  const isOpen = permission === 'org.visit' && (await findUnit(ctx, wholeDistrict, id)) !== undefined
  return (
    ((isOpen ? await findUnit(ctx, scope, id) : await findManagedOrganisation(db, scope, id)) ?? undefined) !==
    undefined
  )
}

function someQuestion(): Question {
  const member = chance.of(chance.below(2) === 0 ? district.members : district.plain)!
  const ways = [
    district.targets,
    district.targets.filter(({ orgId }) => orgId === member.orgId),
    district.targets.filter(({ related }) => related.includes(member.userId)),
    district.targets.filter(({ id }) => id === member.userId),
  ]
  const way = chance.of(ways)!
  const kind = chance.of([...new Set(way.map((one) => one.kind))])
  const thing = chance.of(way.filter((one) => one.kind === kind)) ?? chance.of(district.targets)!
  // Half of the questions take a permission that the person has somewhere: otherwise nearly every answer would be no.
  const { permissions } = findRecordKind(database, thing.kind)!
  const granted = permissions.filter((code) => rights.get(member.userId)!.has(code))
  return { member, thing, permission: chance.of(chance.below(2) === 0 ? granted : permissions) ?? permissions[0]! }
}

/** Compares explainAccess and the query for many questions a transaction, three transactions at a time. */
async function compareAll(questions: readonly Question[], query?: typeof queryReturns) {
  const wrong: string[] = []
  const size = Math.ceil(questions.length / 3)
  const parts = [0, 1, 2].map((at) => questions.slice(at * size, (at + 1) * size))
  await Promise.all(
    parts.map((part) =>
      database.as(administrator, async (ctx) => {
        const now = new Map<string, Rights>()
        for (const question of part) {
          const { member, thing, permission } = question
          if (!now.has(member.userId)) now.set(member.userId, await rightsOf(ctx, member))
          const scope = now.get(member.userId)!.get(permission)
          const really = scope !== undefined && (await (query ?? queryReturns)(ctx, scope, question))
          const explained = await explainSays(ctx, question)
          if (explained !== really)
            wrong.push(`${permission} of ${member.userId} over ${thing.kind} ${thing.id}: ${explained}`)
          if (!answers.has(question)) answers.set(question, explained)
        }
      }),
    ),
  )
  return wrong
}

const allowed = () => [...answers].flatMap(([question, answer]) => (answer ? question : []))

const separate = () =>
  database.sql('insert into tenant.separation values ($1, now()) on conflict do nothing', [district.districtId])

it('explainAccess says yes exactly when the query returns the row, also with separation of duties', () => {
  expect(wrongWhenTogether, `seed ${modelSeed}`).toEqual([])
  expect(wrongWhenSeparated, `seed ${modelSeed}, apart`).toEqual([])
  const yes = allowed().length
  console.log(
    `explain-access: seed ${modelSeed}, ${district.members.length} places, ${district.targets.length} records: ` +
      `${triples} triples in ${seconds.toFixed(1)} s, ${yes} yes, ${triples - yes} no, 0 wrong`,
  )
  // Otherwise a constant answer would pass.
  expect(yes / triples).toBeGreaterThan(0.2)
  expect(yes / triples).toBeLessThan(0.8)
})

it(
  'the listed holders of a permission over a record are exactly those for whom explainAccess says yes',
  { timeout: 300_000 },
  async () => {
    let holders = 0
    for (const { thing, permission } of samples)
      await database.as(administrator, async (ctx) => {
        const question = { kind: thing.kind, recordId: thing.id, permission, field: '' }
        const explained: string[] = []
        for (let pageNumber = 1, pages = 1; pageNumber <= pages; pageNumber++) {
          const page = await listRecordHolders(ctx, { ...question, pageNumber, pageSize: 20 })
          pages = page.pageCount
          explained.push(...page.items.map(({ userId }) => userId))
          expect(page.outside).toBe(0)
        }
        const able: string[] = []
        for (const member of district.members)
          if (await explainSays(ctx, { member, thing, permission })) able.push(member.userId)
        expect(explained.toSorted(), `seed ${modelSeed}: ${permission} over ${thing.kind} ${thing.id}`).toEqual(
          able.toSorted(),
        )
        holders += explained.length
      })
    console.log(`explain-access: ${samples.length} records with ${holders} holders, the same by either way`)
    expect(holders).toBeGreaterThan(samples.length)
  },
)

const parts = Object.keys(emptyScope) as ScopePart[]
/** One wrong answer is enough, so small pieces end the search early. */
const inAPiece = 60

it.each(parts)('a query that forgets %s is noticed', { timeout: 300_000 }, async (part) => {
  const forgetful: typeof queryReturns = (ctx, scope, question) =>
    queryReturns(ctx, { ...scope, [part]: emptyScope[part] }, question)
  const questions = allowed()
  let wrong = 0
  for (let from = 0; from < questions.length && wrong === 0; from += inAPiece)
    wrong = (await compareAll(questions.slice(from, from + inAPiece), forgetful)).length
  expect(wrong).toBeGreaterThan(0)
})

it('an explanation that forgets where a record belongs is noticed', { timeout: 300_000 }, async () => {
  for (const fact of ['orgId', 'orgPath', 'departmentPath', 'ownerId', 'classStaff', 'classLeaders'] as const) {
    const all = ['organisation', 'staff', 'class', 'student'].map((kind) => findRecordKind(database, kind)!)
    for (const kind of all)
      database.contribute('recordKinds', {
        ...kind,
        facts: async (...question) => {
          const facts = await kind.facts(...question)
          return facts && { ...facts, [fact]: undefined }
        },
      })
    const questions = allowed()
    let wrong = 0
    try {
      for (let from = 0; from < questions.length && wrong === 0; from += inAPiece)
        wrong = (await compareAll(questions.slice(from, from + inAPiece))).length
    } finally {
      for (const kind of all) database.contribute('recordKinds', kind)
    }
    expect(wrong, `without ${fact}`).toBeGreaterThan(0)
  }
})
