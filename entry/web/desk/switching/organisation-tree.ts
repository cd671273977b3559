import { orgTypes, stages, type SwitchNode } from '#kernel/org/contract.ts'
import type { SwitchTarget } from '#kernel/session/contract.ts'

/** An organisation of the tree with facts that follow from its position. */
export interface TreeOrganisation {
  node: SwitchNode
  /** The units above it, without the root. */
  above: string[]
  /** The number of schools below it; unknown where a large district was sent only in part. */
  schools: number
  isWhole: boolean
}

export const isSchool = ({ type }: Pick<SwitchNode, 'type'>) => orgTypes[type].switchable

export function indexOrganisations(roots: readonly SwitchNode[]): Map<string, TreeOrganisation> {
  const organisations = new Map<string, TreeOrganisation>()
  const visit = (node: SwitchNode, above: string[], depth: number): TreeOrganisation => {
    const below = node.children.map((child) => visit(child, depth === 0 ? [] : [...above, node.name], depth + 1))
    const schools = below.reduce(
      (sum, organisation) => sum + organisation.schools + (isSchool(organisation.node) ? 1 : 0),
      0,
    )
    const isWhole = below.every((organisation) => organisation.isWhole) && !(node.hasChild && below.length === 0)
    const organisation = { node, above, schools, isWhole }
    organisations.set(node.id, organisation)
    return organisation
  }
  for (const root of roots) visit(root, [], 0)
  return organisations
}

/** The ids from the root down to an organisation, without its own: the nodes to expand. */
export function findPathTo(roots: readonly SwitchNode[], id: string): string[] | undefined {
  for (const node of roots) {
    if (node.id === id) return []
    const rest = findPathTo(node.children, id)
    if (rest) return [node.id, ...rest]
  }
  return undefined
}

const combined: Readonly<Record<string, string>> = { '2,3': '九年一贯', '2,3,4': '十二年一贯', '3,4': '完全中学' }

/** A short name for the kind of school. */
export function getSchoolKind({ type, stages: codes }: Pick<SwitchNode, 'type' | 'stages'>): string {
  if (type === 'kindergarten' || codes.length === 0) return orgTypes[type].title
  const sorted = [...codes].sort((a, b) => a - b)
  return combined[sorted.join(',')] ?? sorted.map((code) => stages[code as keyof typeof stages] ?? '').join('、')
}

const titles = new Map(Object.values(orgTypes).map(({ code, title }) => [code as number, title]))

/** The two small lines beside a name: location and kind. */
export function getTargetFacts(target: SwitchTarget, organisation: TreeOrganisation | undefined) {
  const title = titles.get(target.orgType) ?? ''
  if (!organisation) return { where: title, kind: '' }
  const kind = getSchoolKind(organisation.node)
  return { where: organisation.above.join('，') || title, kind }
}

/** Each organisation once, at its first occurrence. */
export const uniqueTargets = (targets: readonly SwitchTarget[]): SwitchTarget[] =>
  targets.filter(({ id }, at) => targets.findIndex((other) => other.id === id) === at)

/** Recently visited ones first; the others keep their order. */
export const sortRecentFirst = (targets: readonly SwitchTarget[], recent: readonly SwitchTarget[]): SwitchTarget[] =>
  uniqueTargets([...recent.filter(({ id }) => targets.some((target) => target.id === id)), ...targets])
