import { scopeKinds } from '#packages/contract'
import { isFunction, sensitivityOf, titleOf } from '../catalogue.ts'
import type { Definition } from '../definition.ts'

const named = 2

/** What a role opens, for whoever is about to give it: whole numbers first, then what else is sensitive. */
export function summariseRole(definition: Definition): { opens: string; functionCount: number } {
  const functions = [...definition].filter(([code]) => isFunction(code))
  const first = functions.toSorted(([one], [other]) => sensitivityOf(other) - sensitivityOf(one)).slice(0, named)
  const functionCount = functions.length
  if (functionCount === 0) return { opens: '', functionCount }
  const titles = first.map(([code]) => titleOf(code)).join('、')
  const scopes = new Set(first.map(([, { scope }]) => scopeKinds[scope].title))
  return { opens: `可${titles}${functionCount > named ? '等' : ''}（${[...scopes].join('、')}）`, functionCount }
}
