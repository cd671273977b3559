import { emptyId, found, scopeOf, type Ctx } from '#packages/core'
import type { RowIssue, SheetRow, Verdict } from '#packages/sheet'
import { organisationForm, orgTypes, properties, type OrgType } from '../../contract.ts'
import { areaName } from '../areas.ts'
import { findGoverned } from '../edit-queries.ts'
import { canBecome, canStandUnder } from '../policy.ts'
import { namesAbove, type Details } from '../queries.ts'
import { detailsOf, nothingSaid } from '../service/details.ts'
import { stageTitles } from './columns.ts'
import { placesOf, wrongAbove, type Found, type Place } from './places.ts'
import { treeForSheet, type SheetNode } from './sheet-queries.ts'
import { wishOf, type Wish } from './wishes.ts'

/** What a row comes to: where it belongs, what it makes of what is there, and what is wrong with it. */
export interface Plan {
  wish: Wish
  /** Nothing where it has no place. */
  at: { parent: Place; place: Place; isGround?: boolean } | null
  details: Details
  verdict: Verdict
}

/** The organisation that is imported into, to whoever may change what stands below it. */
export const groundFor = async (ctx: Ctx, orgId: string) =>
  found(await findGoverned(ctx.db, scopeOf(ctx, 'org.edit'), orgId), '组织')

/** What each row would do, in the order of the rows. */
export async function planRows(ctx: Ctx, orgId: string, rows: readonly SheetRow[]): Promise<Plan[]> {
  const ground = await groundFor(ctx, orgId)
  const nodes = await treeForSheet(ctx.db, scopeOf(ctx, 'org.edit'), ground.path)
  const wishes = rows.map((row) => wishOf(row, ground.areaCode))
  const above = await namesAbove(ctx.db, ground.path)
  const places = placesOf(
    nodes,
    above.map(({ name }) => name),
    wishes,
  )
  const firsts = firstRows(places)
  const wrong = new Map<string, number>()
  const plans = new Map<number, Plan>()
  const levelOf = ({ row }: Wish) => levelAt(places.get(row)!)
  // From the top, because what is wrong above makes what stands below it wrong.
  for (const wish of wishes.toSorted((a, b) => levelOf(a) - levelOf(b))) {
    const plan = planOf(wish, places.get(wish.row)!, wrong)
    const key = plan.at?.place.key
    if (key !== undefined && plan.verdict.issues.length > 0 && firsts.get(key) === wish.row) wrong.set(key, wish.row)
    plans.set(wish.row, plan)
  }
  return rows.map(({ row }) => plans.get(row)!)
}

/** Of rows that are about the same, the first counts. */
function firstRows(places: ReadonlyMap<number, Found>): ReadonlyMap<string, number> {
  const firsts = new Map<string, number>()
  for (const [row, where] of places) {
    if ('issue' in where) continue
    firsts.set(where.place.key, Math.min(row, firsts.get(where.place.key) ?? row))
  }
  return firsts
}

const levelAt = (where: Found) => ('issue' in where ? 0 : where.place.level)

function planOf(wish: Wish, where: Found, wrong: ReadonlyMap<string, number>): Plan {
  const at = 'issue' in where ? null : where
  const node = at?.place.node
  const details = detailsWished(wish, node)
  const changes = node ? differences(wish, details, node) : []
  const issues = [
    ...('issue' in where ? [where.issue] : placeIssues(wish, where, wrong)),
    ...wish.issues,
    // What is as it was need not be better.
    ...(node && changes.length === 0 ? [] : formIssues(wish, details)),
    ...(at?.isGround && changes.length > 0 ? [ofItself] : []),
  ]
  const verdict: Verdict = {
    issues,
    changes,
    id: node?.id ?? null,
    mark: node ? String(node.version) : '',
    keys: at ? [{ column: 'name', value: at.place.key }] : [],
    result: node ? (changes.length > 0 ? 'changed' : 'same') : 'new',
    unit: orgTypes[wish.type].title,
  }
  return { wish, at, details, verdict }
}

/** What it will say of itself: what the row says, over what is there. A private school is none of the state's. */
function detailsWished({ name, type, said }: Wish, node: SheetNode | undefined): Details {
  const isPublic = node ? {} : { isPublic: said.property !== 4 }
  return detailsOf({ parentId: null, name, type, ...said, ...isPublic }, node ?? nothingSaid)
}

/** What is imported into is changed from above, or on its own page. */
const ofItself: RowIssue = {
  column: 'name',
  code: 'not-yours',
  words: '导入到的机构本身不能由此修改',
  cures: [{ kind: 'skip', words: '不导入此行' }],
}

function placeIssues(
  { type }: Wish,
  { parent, place }: { parent: Place; place: Place },
  wrong: ReadonlyMap<string, number>,
) {
  const issues: RowIssue[] = []
  if (place.node && !canBecome(place.node.type, type)) {
    const words = `原为${orgTypes[place.node.type].title}，只能在中小学、幼儿园、其他学校之间更改类型`
    issues.push({ column: 'type', code: 'type-differs', words, title: '类型不能这样更改' })
  }
  if (!place.node && !canStandUnder(type, parent)) {
    const words = `${orgTypes[parent.type].title}下不能新建${orgTypes[type].title}`
    issues.push({ column: 'type', code: 'not-under', words, title: '类型与上级不符' })
  }
  if (!place.node && parent.node?.isForbidden)
    issues.push({ column: 'parent', code: 'forbidden', words: '上级机构已停用', title: '上级已停用' })
  const wrongRow = parent.node ? undefined : wrong.get(parent.key)
  if (wrongRow !== undefined) issues.push(wrongAbove(wrongRow))
  return issues
}

/** The rules of the form, over what the row says and what is needed: it is not asked to answer for what was there. */
function formIssues({ name, type, said }: Wish, details: Details): RowIssue[] {
  const form = { ...details, name, type, parentId: emptyId, pinyin: '', pinyinInitials: '', version: 0 }
  const columns = new Set(['name', 'stages', ...Object.keys(said)])
  return (organisationForm.safeParse(form).error?.issues ?? [])
    .filter(({ path }) => columns.has(String(path[0])))
    .map(({ path, message }) => {
      const column = String(path[0])
      const isMissing = column === 'stages' && details.stages.length === 0
      return { column, code: isMissing ? 'required' : 'format', words: message }
    })
}

const shownAs: Readonly<Record<string, (node: SheetNode) => string>> = {
  type: ({ type }) => orgTypes[type].title,
  stages: ({ stages }) => stageTitles(stages),
  property: ({ property }) => (property === null ? '' : properties[property as keyof typeof properties]),
  areaCode: ({ areaCode }) => [areaCode, areaName(areaCode) ?? ''].filter(Boolean).join(' '),
  address: ({ address }) => address,
  contactName: ({ contactName }) => contactName,
  phone: ({ phone }) => phone,
  postalCode: ({ postalCode }) => postalCode,
  remark: ({ remark }) => remark,
}

function differences({ type }: Wish, details: Details, node: SheetNode) {
  const after: Details & { type: OrgType } = { ...details, type }
  return Object.entries(shownAs)
    .filter(([column]) => {
      const key = column as keyof typeof after
      return JSON.stringify(after[key]) !== JSON.stringify(node[key])
    })
    .map(([column, show]) => ({ column, before: show(node) }))
}
