import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface NewDingTalk {
  id: string
  dd_id: string
  corp_id: string
  client_id: string
  client_secret: Buffer
  agent_id: number | null
}

export const upsertDingTalk = (db: Db, { id, ...row }: NewDingTalk, now: Date) =>
  db
    .insertInto('dingtalk')
    .values({ id, ...row, created_at: now })
    .onConflict((conflict) => conflict.constraint('dingtalk_dd_id').doUpdateSet(row))
    .execute()

/** The configuration with this key or of this company; without both, the only one. */
export const findDingTalk = (db: Db, { ddId, corpId }: { ddId: string; corpId: string }) =>
  db
    .selectFrom('dingtalk')
    .select(['dd_id as ddId', 'corp_id as corpId', 'client_id as clientId', 'client_secret as clientSecret'])
    .select('agent_id as agentId')
    .$if(ddId !== '', (query) => query.where('dd_id', '=', ddId))
    .$if(corpId !== '', (query) => query.where('corp_id', '=', corpId))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()

/** The application for work notices, if the district has configured one. */
export const findNoticeApp = (db: Db) =>
  db
    .selectFrom('dingtalk')
    .select(['corp_id as corpId', 'client_id as clientId', 'client_secret as clientSecret', 'agent_id as agentId'])
    .where('agent_id', 'is not', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()

/** The cached user ids of a company, by the hash as hex. */
export async function listCachedUsers(db: Db, corpId: string, hashes: readonly Buffer[], since: Date) {
  const { rows } = await sql<{ hash: string; userId: Buffer | null }>`
    select encode(union_hash, 'hex') as hash, user_id as "userId" from dingtalk_user
    where corp_id = ${corpId} and union_hash = any(${hashes}::bytea[]) and requested_at > ${since}
  `.execute(db)
  return new Map(rows.map(({ hash, userId }) => [hash, userId]))
}

export const cacheUser = (db: Db, corpId: string, hash: Buffer, userId: Buffer | null, now: Date) =>
  db
    .insertInto('dingtalk_user')
    .values({ corp_id: corpId, union_hash: hash, user_id: userId, requested_at: now })
    .onConflict((conflict) =>
      conflict.columns(['district_id', 'corp_id', 'union_hash']).doUpdateSet({ user_id: userId, requested_at: now }),
    )
    .execute()
