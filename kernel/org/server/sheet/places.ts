import type { RowIssue } from '#packages/sheet'
import type { OrgType } from '../../contract.ts'
import type { SheetNode } from './sheet-queries.ts'
import type { Wish } from './wishes.ts'

/** Somewhere in the tree: what is there already, or what a row of the file will make. */
export interface Place {
  /** The id, or how to get there: the same for whatever will be the same. */
  key: string
  name: string
  type: OrgType
  level: number
  parent: Place | null
  node?: SheetNode
}

/** `isGround`: it is the organisation that is imported into. */
export type Found = { parent: Place; place: Place; isGround?: boolean } | { issue: RowIssue }

/** Deeper than anybody has ever arranged an office. */
const deepest = 30

/** Brackets and spaces are written in many ways and mean the same. */
const plain = (name: string) => name.normalize('NFKC').replaceAll(/\s/g, '')

const beyond = { type: 'bureau', level: 0 } as const

class Places {
  readonly #named = new Map<string, Place[]>()
  readonly #children = new Map<string, Place>()
  readonly top: Place

  /** `above`: the names above the first node, from the top. They are known by their names only. */
  constructor(nodes: readonly SheetNode[], above: readonly string[]) {
    const byId = new Map<string, Place>()
    const outside = above.reduce<Place | null>(
      (parent, name, at) => ({ ...beyond, key: `above ${at}`, name, parent }),
      null,
    )
    for (const node of nodes) {
      const parent =
        (node.parentId === null ? undefined : byId.get(node.parentId)) ?? (byId.size === 0 ? outside : null)
      const { id, name, type, path } = node
      const place = { key: id, name, type, level: path.split('.').length, parent, node }
      byId.set(id, place)
      this.#add(place)
    }
    this.top = byId.get(nodes[0]!.id)!
  }

  #add(place: Place) {
    const name = plain(place.name)
    this.#named.set(name, [...(this.#named.get(name) ?? []), place])
    if (place.parent) this.#children.set(`${place.parent.key}/${name}`, place)
  }

  /** What is called so below a parent: it is there, or it is to be made. */
  below(parent: Place, { name, type }: Wish): Place {
    const key = `${parent.key}/${plain(name)}`
    const there = this.#children.get(key)
    if (there) return there
    const place = { key, name, type, level: parent.level + 1, parent }
    this.#add(place)
    return place
  }

  /** By its name, or by its name and those above it: 实验小学/教务处. */
  called(words: string): Place[] {
    const whole = this.#named.get(plain(words)) ?? []
    if (whole.length > 0) return whole
    const names = namesIn(words)
    return (this.#named.get(names.at(-1)!) ?? []).filter((place) => isReachedBy(place, names))
  }
}

const namesIn = (words: string) =>
  plain(words)
    .split(/[/>\\]/)
    .filter(Boolean)

function isReachedBy(place: Place, names: readonly string[]): boolean {
  let at: Place | null = place
  for (const name of names.toReversed()) {
    if (at === null || plain(at.name) !== name) return false
    at = at.parent
  }
  return true
}

const issue = (code: string, words: string, title?: string): { issue: RowIssue } => ({
  issue: { column: 'parent', code, words, ...(title ? { title } : {}) },
})
const inCircle = issue('circle', '上级互相指向，无法确定先后', '上级关系成环')
const ownParent = issue('circle', '上级不能是自己', '上级关系成环')
const tooDeep = issue('too-deep', `层级超过${deepest}级`, '层级过深')
export const wrongAbove = (row: number) => issue('parent-wrong', `上级所在的第${row}行有误`, '上级所在的行有误').issue

/** Both are ways to name what stands above: with the names above that, or as a whole. */
const namesMeant = ({ parent }: Wish) => [plain(parent), namesIn(parent).at(-1) ?? '']

/** The organisation that is imported into stands in its own export too. */
const isTop = ({ top }: Places, { name, parent }: Wish): boolean =>
  plain(name) === plain(top.name) && top.parent !== null && parent !== '' && isReachedBy(top.parent, namesIn(parent))

function findOne(places: Places, wish: Wish, failed: ReadonlyMap<string, number>): Found {
  if (isTop(places, wish)) return { parent: places.top.parent!, place: places.top, isGround: true }
  if (namesMeant(wish).includes(plain(wish.name))) return ownParent
  const candidates = wish.parent === '' ? [places.top] : places.called(wish.parent)
  if (candidates.length > 1) {
    return issue('ambiguous', `有${candidates.length}个“${wish.parent}”，请连同其上级填写，如“实验小学/教务处”`)
  }
  const parent = candidates[0]
  if (!parent) {
    const row = namesMeant(wish)
      .map((name) => failed.get(name))
      .find((at) => at !== undefined && at !== wish.row)
    return row === undefined ? issue('unknown', `找不到“${wish.parent}”`) : { issue: wrongAbove(row) }
  }
  return parent.level >= deepest ? tooDeep : { parent, place: places.below(parent, wish) }
}

/**
 * Where each row belongs. A row may stand below another one of the file, wherever in the file that is: it is looked at
 * when everything that bears the name of what it names has its own place.
 */
export function placesOf(
  nodes: readonly SheetNode[],
  above: readonly string[],
  wishes: readonly Wish[],
): ReadonlyMap<number, Found> {
  const places = new Places(nodes, above)
  const found = new Map<number, Found>()
  const failed = new Map<string, number>()
  const waiting = new Map<string, number>()
  const wait = (name: string, by: number) => waiting.set(name, (waiting.get(name) ?? 0) + by)
  for (const { name } of wishes) wait(plain(name), 1)
  const isReady = (wish: Wish) =>
    wish.parent === '' ||
    namesMeant(wish).every((name) => (waiting.get(name) ?? 0) === (name === plain(wish.name) ? 1 : 0))

  let left = [...wishes]
  for (let before = Infinity; left.length < before;) {
    before = left.length
    left = left.filter((wish) => {
      if (!isReady(wish)) return true
      const result = findOne(places, wish, failed)
      if ('issue' in result) failed.set(plain(wish.name), wish.row)
      found.set(wish.row, result)
      wait(plain(wish.name), -1)
      return false
    })
  }
  for (const { row } of left) found.set(row, inCircle)
  return found
}
