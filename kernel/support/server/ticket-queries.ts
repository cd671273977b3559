import { sql } from 'kysely'

/** Tickets of this user, or only those of others. */
export const isInBox = (box: 'mine' | 'others', userId: string) =>
  box === 'mine' ? sql<boolean>`t.requester_id = ${userId}` : sql<boolean>`t.requester_id <> ${userId}`
