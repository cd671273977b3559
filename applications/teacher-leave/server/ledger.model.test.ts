import { expect, it } from 'vitest'
import { addDays, newId, Refusal, type Ctx } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { expireBalances, grantBalance } from './balances.ts'
import { createBooks, insertStaff, on } from './books.fixture.ts'
import { listBalances } from './ledger-queries.ts'
import { giveBack, takeFromBalance } from './ledger.ts'

const database = useDatabase()
const staff = Number(process.env['QIMING_LEDGER_STAFF'] ?? 80)
const steps = Number(process.env['QIMING_LEDGER_STEPS'] ?? 800)
const seed = Number(process.env['QIMING_MODEL_SEED'] ?? 26)
const stepsAtOnce = 50

/** Park and Miller: the same numbers for the same seed. */
function createRandom(start: number) {
  let state = (start % 2_147_483_646) + 1
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

interface ModelLot {
  expiresOn: string | null
  rest: number
}
interface ModelLeave {
  requestId: string
  person: number
  parts: { lot: ModelLot; amount: number }[]
}

it('the ledger equals the balance of everybody after random grants, leaves, early returns and expiries', async () => {
  const { clerk, school, typeOf } = await createBooks(database)
  const people = await insertStaff(database, school.id, staff, '教师')
  const random = createRandom(seed)
  const typeId = typeOf('年休假')
  const lots: ModelLot[][] = people.map(() => [])
  const leaves: ModelLeave[] = []
  const counts = { grant: 0, leave: 0, refused: 0, return: 0, expiry: 0 }
  let day = '2026-01-05'

  const byExpiry = (one: ModelLot, other: ModelLot) =>
    (one.expiresOn ?? '9999').localeCompare(other.expiresOn ?? '9999')

  const steppers: Record<'grant' | 'leave' | 'return' | 'expiry', (ctx: Ctx) => Promise<void>> = {
    async grant(ctx) {
      const chosen = [...new Set(Array.from({ length: 1 + random(5) }, () => random(staff)))]
      const expiresOn = random(4) === 0 ? null : addDays(day, 1 + random(90))
      const amount = 50 * (1 + random(10))
      const userIds = chosen.map((index) => people[index]!.userId)
      const form = { typeId, userIds, orgId: null, within: 'own', kind: 'grant', expiresOn, note: '' } as const
      await grantBalance(ctx, { ...form, userIds, amount })
      for (const index of chosen) lots[index]!.push({ expiresOn, rest: amount })
    },
    async leave(ctx) {
      const person = random(staff)
      const amount = 50 * (1 + random(6))
      const valid = lots[person]!.filter(({ expiresOn }) => (expiresOn ?? day) >= day).toSorted(byExpiry)
      const isEnough = valid.reduce((sum, { rest }) => sum + rest, 0) >= amount
      const requestId = newId()
      const taken = takeFromBalance(ctx, { personId: people[person]!.personId, typeId, amount, requestId })
      const isTaken = await taken.then(
        () => true,
        (error: unknown) => !(error instanceof Refusal),
      )
      expect(isTaken).toBe(isEnough)
      if (!isEnough) {
        counts.refused++
        return
      }
      const parts: ModelLeave['parts'] = []
      let left = amount
      for (const lot of valid) {
        const part = Math.min(lot.rest, left)
        if (part === 0) continue
        lot.rest -= part
        left -= part
        parts.push({ lot, amount: part })
      }
      leaves.push({ requestId, person, parts })
    },
    async return(ctx) {
      const [leave] = leaves.splice(random(Math.max(1, leaves.length)), 1)
      if (!leave) return
      const all = leave.parts.reduce((sum, { amount }) => sum + amount, 0)
      let left = 50 * (1 + random(all / 50))
      await giveBack(ctx, { requestId: leave.requestId, amount: left })
      for (const { lot, amount } of leave.parts.toReversed()) {
        const part = Math.min(amount, left)
        lot.rest += part
        left -= part
      }
    },
    async expiry(ctx) {
      await expireBalances(ctx)
      for (const lot of lots.flat()) if (lot.expiresOn && lot.expiresOn < day) lot.rest = 0
    },
  }

  let done = 0
  while (done < steps) {
    await database.as(clerk, async (base) => {
      for (let one = 0; one < stepsAtOnce && done < steps; one++, done++) {
        const pick = random(100)
        const kind = pick < 40 ? 'grant' : pick < 80 ? 'leave' : pick < 97 ? 'return' : 'expiry'
        if (kind === 'expiry') day = addDays(day, 1 + random(9))
        counts[kind]++
        // Each step has its own moment, as requests have.
        await steppers[kind](
          on(base, day, `${String(one % 24).padStart(2, '0')}:${String(done % 60).padStart(2, '0')}`),
        )
      }
    })
  }

  const last = await database.as(clerk, async (base) => {
    const ctx = on(base, day)
    await steppers.expiry(ctx)
    return listBalances(
      ctx.db,
      people.map(({ personId }) => personId),
      day,
    )
  })
  const balances = new Map(last.map(({ personId, amount }) => [personId, amount]))
  const sums = new Map(
    (
      await database.sql<{ personId: string; sum: number; least: number }>(
        `select person_id as "personId", sum(rest)::int as sum, min(rest)::int as least
         from (select person_id, lot_id, sum(amount) as rest from tenant.leave_ledger group by person_id, lot_id) as lot
         group by person_id`,
      )
    ).map(({ personId, ...sum }) => [personId, sum]),
  )
  const differing = people.filter(({ personId }, index) => {
    const expected = lots[index]!.reduce((sum, { rest }) => sum + rest, 0)
    const { sum = 0, least = 0 } = sums.get(personId) ?? {}
    return sum !== expected || (balances.get(personId) ?? 0) !== expected || least < 0
  })
  console.log(`ledger model: ${staff} staff, ${done} steps ${JSON.stringify(counts)}, until ${day}, seed ${seed}`)
  expect(differing).toEqual([])
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0)
}, 900_000)
