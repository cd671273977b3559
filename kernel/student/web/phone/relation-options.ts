import { relations, type Relation } from '../../contract.ts'

/** To choose from, in the order in which people look for themselves. */
export const relationOptions = Object.entries(relations).map(([value, label]) => ({ value, label }))
/** What was chosen; nothing yet is no relation, and the server says so. */
export const parseRelation = (chosen: string) => Number(chosen) as Relation
