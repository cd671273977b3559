import { sql } from 'kysely'

/** Overtime of this person, or only that of others. */
export const isInBox = (box: 'mine' | 'others', personId: string) =>
  box === 'mine' ? sql<boolean>`t.person_id = ${personId}` : sql<boolean>`t.person_id <> ${personId}`
