import type { RowIssue } from '#packages/sheet'
import type { OrgType } from '../../contract.ts'
import type { SheetNode } from './sheet-queries.ts'
import type { OrganisationRowInput } from './import-rows.ts'

/** A node of the tree: existing, or created by a row of the file. */
export interface ImportNode {
  /** The id, or the path of names. Rows for the same organisation have the same key. */
  key: string
  name: string
  type: OrgType
  level: number
  parent: ImportNode | null
  node?: SheetNode
}

/** `isImportRoot`: the row is about the organisation that is imported into. */
export type RowPosition = { parent: ImportNode; target: ImportNode; isImportRoot?: boolean } | { issue: RowIssue }

/** A limit that no real organisation reaches. */
const deepest = 30

/** Brackets and spaces have several equivalent forms. */
const normaliseName = (name: string) => name.normalize('NFKC').replaceAll(/\s/g, '')

const outsideNode = { type: 'bureau', level: 0 } as const

class ImportTree {
  readonly #named = new Map<string, ImportNode[]>()
  readonly #children = new Map<string, ImportNode>()
  readonly top: ImportNode

  /** `above`: names of the ancestors of the first node, from the top. Only their names are known. */
  constructor(nodes: readonly SheetNode[], above: readonly string[]) {
    const byId = new Map<string, ImportNode>()
    const outside = above.reduce<ImportNode | null>(
      (parent, name, at) => ({ ...outsideNode, key: `above ${at}`, name, parent }),
      null,
    )
    for (const node of nodes) {
      const parent =
        (node.parentId === null ? undefined : byId.get(node.parentId)) ?? (byId.size === 0 ? outside : null)
      const { id, name, type, path } = node
      const entry = { key: id, name, type, level: path.split('.').length, parent, node }
      byId.set(id, entry)
      this.#add(entry)
    }
    this.top = byId.get(nodes[0]!.id)!
  }

  #add(entry: ImportNode) {
    const name = normaliseName(entry.name)
    this.#named.set(name, [...(this.#named.get(name) ?? []), entry])
    if (entry.parent) this.#children.set(`${entry.parent.key}/${name}`, entry)
  }

  /** The child with this name; created if missing. */
  below(parent: ImportNode, { name, type }: OrganisationRowInput): ImportNode {
    const key = `${parent.key}/${normaliseName(name)}`
    const there = this.#children.get(key)
    if (there) return there
    const entry = { key, name, type, level: parent.level + 1, parent }
    this.#add(entry)
    return entry
  }

  /** By name, or by name with those of ancestors: 实验小学/教务处. */
  findByName(text: string): ImportNode[] {
    const whole = this.#named.get(normaliseName(text)) ?? []
    if (whole.length > 0) return whole
    const names = splitNames(text)
    return (this.#named.get(names.at(-1)!) ?? []).filter((entry) => hasPath(entry, names))
  }
}

const splitNames = (text: string) =>
  normaliseName(text)
    .split(/[/>\\]/)
    .filter(Boolean)

function hasPath(entry: ImportNode, names: readonly string[]): boolean {
  let at: ImportNode | null = entry
  for (const name of names.toReversed()) {
    if (at === null || normaliseName(at.name) !== name) return false
    at = at.parent
  }
  return true
}

const issue = (code: string, message: string, title?: string): { issue: RowIssue } => ({
  issue: { column: 'parent', code, message, ...(title ? { title } : {}) },
})
const circleIssue = issue('circle', '上级互相指向，无法确定先后', '上级关系成环')
const ownParentIssue = issue('circle', '上级不能是自己', '上级关系成环')
const tooDeepIssue = issue('too-deep', `层级超过${deepest}级`, '层级过深')
export const getParentRowIssue = (row: number) =>
  issue('parent-wrong', `上级所在的第${row}行有误`, '上级所在的行有误').issue

/** The parent's name can be written alone or with the names of its ancestors. */
const listParentNames = ({ parent }: OrganisationRowInput) => [normaliseName(parent), splitNames(parent).at(-1) ?? '']

/** An export also contains the organisation that is imported into. */
const isImportRootRow = ({ top }: ImportTree, { name, parent }: OrganisationRowInput): boolean =>
  normaliseName(name) === normaliseName(top.name) &&
  top.parent !== null &&
  parent !== '' &&
  hasPath(top.parent, splitNames(parent))

function findPosition(tree: ImportTree, input: OrganisationRowInput, failed: ReadonlyMap<string, number>): RowPosition {
  if (isImportRootRow(tree, input)) return { parent: tree.top.parent!, target: tree.top, isImportRoot: true }
  if (listParentNames(input).includes(normaliseName(input.name))) return ownParentIssue
  const candidates = input.parent === '' ? [tree.top] : tree.findByName(input.parent)
  if (candidates.length > 1) {
    return issue('ambiguous', `有${candidates.length}个“${input.parent}”，请连同其上级填写，如“实验小学/教务处”`)
  }
  const parent = candidates[0]
  if (!parent) {
    const row = listParentNames(input)
      .map((name) => failed.get(name))
      .find((at) => at !== undefined && at !== input.row)
    return row === undefined ? issue('unknown', `找不到“${input.parent}”`) : { issue: getParentRowIssue(row) }
  }
  return parent.level >= deepest ? tooDeepIssue : { parent, target: tree.below(parent, input) }
}

/**
 * Finds the position of each row. A parent may be in any row of the file, so a row waits until all rows with the
 * parent's name have a position.
 */
export function locateRows(
  nodes: readonly SheetNode[],
  above: readonly string[],
  inputs: readonly OrganisationRowInput[],
): ReadonlyMap<number, RowPosition> {
  const tree = new ImportTree(nodes, above)
  const found = new Map<number, RowPosition>()
  const failed = new Map<string, number>()
  const waiting = new Map<string, number>()
  const wait = (name: string, by: number) => waiting.set(name, (waiting.get(name) ?? 0) + by)
  for (const { name } of inputs) wait(normaliseName(name), 1)
  const isReady = (input: OrganisationRowInput) =>
    input.parent === '' ||
    listParentNames(input).every((name) => (waiting.get(name) ?? 0) === (name === normaliseName(input.name) ? 1 : 0))

  let left = [...inputs]
  for (let before = Infinity; left.length < before;) {
    before = left.length
    left = left.filter((input) => {
      if (!isReady(input)) return true
      const result = findPosition(tree, input, failed)
      if ('issue' in result) failed.set(normaliseName(input.name), input.row)
      found.set(input.row, result)
      wait(normaliseName(input.name), -1)
      return false
    })
  }
  for (const { row } of left) found.set(row, circleIssue)
  return found
}
