import { expect } from 'vitest'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#packages/core'
import { inDistrict } from '#packages/db'
import type { TestDatabase } from '#packages/testing'
import { platformCtx } from '#kernel/access/server'
import { invitePerson } from '#kernel/identity/server'

/** How many sequences a model test tries: few in CI, many by `pnpm proof models --long`. */
export const modelRuns = Number(process.env['QIMING_MODEL_RUNS'] ?? 500)
/** Far more than they take; a run that hangs should still end. */
export const modelTimeoutMs = 30_000 + modelRuns * 240

export const modelPassword = 'Chenguang-2026'

/** An account for somebody who was hired, by the way people get one. */
export async function openAccount(app: FastifyInstance, database: TestDatabase, actor: Actor, userName: string) {
  const token = await inDistrict(database.cells, actor.districtId, (db) =>
    invitePerson(platformCtx(actor.districtId, db, new Date()), actor.personId),
  )
  const payload = { token, userName, password: modelPassword }
  const answer = await app.inject({ method: 'POST', url: '/api/users/acceptInvitation', payload })
  expect(answer.json()).toMatchObject({ ret: 1 })
  const [row] = await database.sql<{ id: string }>('select account_id as id from tenant.person where id = $1', [
    actor.personId,
  ])
  return row!.id
}

/** What a model test did, for the figures in the documentation. */
export class Tally {
  readonly #began = performance.now()
  #commands = 0
  readonly #answers = new Map<string, number>()

  note(answer: string) {
    this.#commands++
    this.#answers.set(answer, (this.#answers.get(answer) ?? 0) + 1)
  }
  print(name: string) {
    const seconds = ((performance.now() - this.#began) / 1000).toFixed(1)
    const answers = [...this.#answers]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([answer, count]) => `${answer} × ${count}`)
    console.log(`${name}: ${modelRuns} sequences, ${this.#commands} commands, ${seconds} s; ${answers.join(', ')}`)
  }
}
