import type { Db } from '#packages/db'

export interface NewDingTalk {
  id: string
  dd_id: string
  corp_id: string
  client_id: string
  client_secret: Buffer
}

export const upsertDingTalk = (db: Db, { id, ...row }: NewDingTalk, now: Date) =>
  db
    .insertInto('dingtalk')
    .values({ id, ...row, created_at: now })
    .onConflict((conflict) => conflict.constraint('dingtalk_dd_id').doUpdateSet(row))
    .execute()

/** The configuration with this key, or of this company; without either the only one. */
export const findDingTalk = (db: Db, { ddId, corpId }: { ddId: string; corpId: string }) =>
  db
    .selectFrom('dingtalk')
    .select(['dd_id as ddId', 'corp_id as corpId', 'client_id as clientId', 'client_secret as clientSecret'])
    .$if(ddId !== '', (query) => query.where('dd_id', '=', ddId))
    .$if(corpId !== '', (query) => query.where('corp_id', '=', corpId))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()

/** The district that is served under this host. */
export const districtOfHost = (db: Db, host: string) =>
  db.selectFrom('district').select('id').where('host', '=', host).executeTakeFirst()
