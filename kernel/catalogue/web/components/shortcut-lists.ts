import { landingOf } from '#packages/web/desk/tree-list/use-tree-reach.ts'
import type { Shortcut } from '../../contract.ts'

/** What is known of an application in either list. */
export type Listed = Pick<Shortcut, 'key' | 'name' | 'logo' | 'category' | 'edition'>

/** A shelf of applications, or the pages of the house. */
export interface ListedGroup {
  id: string
  name: string
  apps: readonly Listed[]
}

/** The ticked applications at the end, in the order of the shelves; what is there already stays where it is. */
export const added = (
  list: readonly Listed[],
  groups: readonly ListedGroup[],
  ticked: ReadonlySet<string>,
): Listed[] => {
  const there = new Set(list.map(({ key }) => key))
  const wanted = groups.flatMap(({ apps }) => apps).filter(({ key }) => ticked.has(key) && !there.has(key))
  return [...list, ...wanted]
}

export const without = (list: readonly Listed[], ticked: ReadonlySet<string>): Listed[] =>
  list.filter(({ key }) => !ticked.has(key))

/** One step up or down; nothing at either end. */
export function stepped(list: readonly Listed[], key: string, by: 1 | -1): Listed[] | undefined {
  const at = list.findIndex((one) => one.key === key)
  const to = at + by
  return at < 0 || to < 0 || to >= list.length ? undefined : movedTo(list, at, to)
}

/** Put before or after another: a row is never put into one. */
export function droppedBeside(list: readonly Listed[], key: string, beside: string, isAfter: boolean): Listed[] {
  const from = list.findIndex((one) => one.key === key)
  const to = list.findIndex((one) => one.key === beside)
  return from < 0 || to < 0 ? [...list] : movedTo(list, from, landingOf(from, to, isAfter))
}

function movedTo(list: readonly Listed[], from: number, to: number): Listed[] {
  const rest = [...list]
  rest.splice(to, 0, ...rest.splice(from, 1))
  return rest
}
