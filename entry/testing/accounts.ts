import { expect } from 'vitest'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#packages/core'
import { inDistrict } from '#packages/db'
import type { TestDatabase } from '#packages/testing'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { invitePerson } from '#kernel/identity/server/api.ts'

export const password = 'Qinghe-Luye-2026'

/** Opens an account for a hired person in the normal way. */
export async function openAccount(app: FastifyInstance, database: TestDatabase, actor: Actor, userName: string) {
  const token = await inDistrict(database.cells, actor.districtId, (db) =>
    invitePerson(createPlatformCtx(database.app, actor.districtId, db, new Date()), actor.personId),
  )
  const payload = { token, userName, password }
  const answer = await app.inject({ method: 'POST', url: '/api/users/acceptInvitation', payload })
  expect(answer.json()).toMatchObject({ ret: 1 })
  const [row] = await database.sql<{ id: string }>('select account_id as id from tenant.person where id = $1', [
    actor.personId,
  ])
  return row!.id
}
