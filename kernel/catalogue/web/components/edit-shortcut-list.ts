import { getDropIndex } from '#packages/web/desk/tree-list/use-tree-node-controls.ts'
import type { Shortcut } from '../../contract.ts'

/** The fields of an application in either list. */
export type ListedShortcut = Pick<Shortcut, 'key' | 'name' | 'logo' | 'category' | 'edition'>

/** A category of applications, or the built-in pages. */
export interface ListedGroup {
  id: string
  name: string
  apps: readonly ListedShortcut[]
}

/** Appends the ticked applications in the order of the categories; existing ones stay in place. */
export const addShortcuts = (
  list: readonly ListedShortcut[],
  groups: readonly ListedGroup[],
  ticked: ReadonlySet<string>,
): ListedShortcut[] => {
  const there = new Set(list.map(({ key }) => key))
  const wanted = groups.flatMap(({ apps }) => apps).filter(({ key }) => ticked.has(key) && !there.has(key))
  return [...list, ...wanted]
}

export const removeShortcuts = (list: readonly ListedShortcut[], ticked: ReadonlySet<string>): ListedShortcut[] =>
  list.filter(({ key }) => !ticked.has(key))

/** Moves a shortcut one step up or down; undefined at either end. */
export function moveShortcut(list: readonly ListedShortcut[], key: string, by: 1 | -1): ListedShortcut[] | undefined {
  const at = list.findIndex((one) => one.key === key)
  const to = at + by
  return at < 0 || to < 0 || to >= list.length ? undefined : moveItem(list, at, to)
}

/** Moves a shortcut before or after another one. */
export function dropShortcutBeside(
  list: readonly ListedShortcut[],
  key: string,
  beside: string,
  isAfter: boolean,
): ListedShortcut[] {
  const from = list.findIndex((one) => one.key === key)
  const to = list.findIndex((one) => one.key === beside)
  return from < 0 || to < 0 ? [...list] : moveItem(list, from, getDropIndex(from, to, isAfter))
}

function moveItem(list: readonly ListedShortcut[], from: number, to: number): ListedShortcut[] {
  const rest = [...list]
  rest.splice(to, 0, ...rest.splice(from, 1))
  return rest
}
