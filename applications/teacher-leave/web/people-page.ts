import type { Page } from '#packages/contract'
import { Ret } from '#packages/core'
import { CallError } from '#packages/web/core/call-error.ts'

/** A page of people as rows of a list. */
export const toPeoplePage = <Person extends { userId: string }>(page: Page<Person>): Page<Person & { id: string }> => ({
  ...page,
  items: page.items.map((person) => ({ ...person, id: person.userId })),
})

/** The one person that was asked for. */
export function getOnlyPerson<Person>({ items: [person] }: Page<Person>): Person {
  if (!person) throw new CallError({ ret: Ret.notFound, status: 200, msg: '没有找到该教职工' })
  return person
}
