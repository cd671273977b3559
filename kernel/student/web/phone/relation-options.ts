import { optionsOf } from '#packages/contract'
import { relations, type Relation } from '../../contract.ts'

/** The options in the order of the contract. */
export const relationOptions = optionsOf(relations)
/** Without a choice the value is invalid, and the server refuses it. */
export const parseRelation = (chosen: string) => Number(chosen) as Relation
