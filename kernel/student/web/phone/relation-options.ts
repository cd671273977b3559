import { relations, type Relation } from '../../contract.ts'

/** The options in the order of the contract. */
export const relationOptions = Object.entries(relations).map(([value, label]) => ({ value, label }))
/** Without a choice the value is invalid, and the server refuses it. */
export const parseRelation = (chosen: string) => Number(chosen) as Relation
