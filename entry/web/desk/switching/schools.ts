import { orgTypes, stages, type SwitchNode } from '#kernel/org/contract.ts'
import type { SwitchTarget } from '#kernel/session/contract.ts'

/** An organisation of the tree with what is only known from its place there. */
export interface Place {
  node: SwitchNode
  /** The units above it, without the topmost one. */
  above: string[]
  /** How many schools it has below it; not known where a large district was not sent whole. */
  schools: number
  isWhole: boolean
}

export const isSchool = ({ type }: Pick<SwitchNode, 'type'>) => orgTypes[type].switchable

/** Every organisation of the tree by its id. */
export function placesIn(roots: readonly SwitchNode[]): Map<string, Place> {
  const places = new Map<string, Place>()
  const visit = (node: SwitchNode, above: string[], depth: number): Place => {
    const below = node.children.map((child) => visit(child, depth === 0 ? [] : [...above, node.name], depth + 1))
    const schools = below.reduce((sum, place) => sum + place.schools + (isSchool(place.node) ? 1 : 0), 0)
    const isWhole = below.every((place) => place.isWhole) && !(node.hasChild && below.length === 0)
    const place = { node, above, schools, isWhole }
    places.set(node.id, place)
    return place
  }
  for (const root of roots) visit(root, [], 0)
  return places
}

/** The way from the top down to an organisation, without itself: what has to be open for it to be seen. */
export function wayTo(roots: readonly SwitchNode[], id: string): string[] | undefined {
  for (const node of roots) {
    if (node.id === id) return []
    const rest = wayTo(node.children, id)
    if (rest) return [node.id, ...rest]
  }
  return undefined
}

const combined: Readonly<Record<string, string>> = { '2,3': '九年一贯', '2,3,4': '十二年一贯', '3,4': '完全中学' }

/** What kind of school it is, in the fewest words. */
export function kindOf({ type, stages: codes }: Pick<SwitchNode, 'type' | 'stages'>): string {
  if (type === 'kindergarten' || codes.length === 0) return orgTypes[type].title
  const sorted = [...codes].sort((a, b) => a - b)
  return combined[sorted.join(',')] ?? sorted.map((code) => stages[code as keyof typeof stages] ?? '').join('、')
}

const titles = new Map(Object.values(orgTypes).map(({ code, title }) => [code as number, title]))

/** The two small lines beside a name: where it is, and what it is. */
export function factsOf(target: SwitchTarget, place: Place | undefined) {
  const title = titles.get(target.orgType) ?? ''
  if (!place) return { where: title, kind: '' }
  const kind = kindOf(place.node)
  return { where: place.above.join('，') || title, kind }
}

/** Each organisation once, where it is first named. */
export const once = (targets: readonly SwitchTarget[]): SwitchTarget[] =>
  targets.filter(({ id }, at) => targets.findIndex((other) => other.id === id) === at)

/** Where one has been comes first; the rest stays in its order. */
export const recentFirst = (targets: readonly SwitchTarget[], recent: readonly SwitchTarget[]): SwitchTarget[] =>
  once([...recent.filter(({ id }) => targets.some((target) => target.id === id)), ...targets])
