import type { BodyOf, QueryOf } from '#packages/contract'
import {
  addDays,
  dayOf,
  invalid,
  listContributions,
  newId,
  notFound,
  orNotFound,
  Refusal,
  scopeOf,
} from '#packages/core'
import type { Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { inSavepoint } from '#kernel/approval/server/api.ts'
import { sendMessages } from '#kernel/message/server/api.ts'
import { lockTree, type Successor } from '#kernel/org/server/api.ts'
import { findLeavingMembership, listSuperiorsOf } from '#kernel/staff/server/api.ts'
import type { handoverApi, HandoverCase, HandoverDetail, HandoverItem, OpenForm } from '../contract.ts'
import {
  closeCase,
  findCase,
  findNewestCase,
  findStaff,
  getCasePage,
  listItems,
  lockCase,
  markRunning,
  openCase,
  saveItems,
  updateCaseTerms,
  type CaseRow,
  type StoredItem,
} from './handover-queries.ts'
import { receivedTemplate } from './handover-notifications.ts'
import { listOpenItems, storeOpenItems, toStored, type HeldItem } from './held-items.ts'

export const forcedReasonField = 'handover_case.forced_reason'
export const handoverPage = '/baseData/Handover'

const getScope = (ctx: Ctx) => scopeOf(ctx, 'handover.manage')
const isOpen = ({ status }: Pick<CaseRow, 'status'>) => status === 'waiting' || status === 'running'

const presentCase = ({ openedAt, ...row }: CaseRow): HandoverCase => ({
  id: row.id,
  userId: row.userId,
  name: row.name,
  orgName: row.orgName,
  departmentName: row.departmentName,
  reason: row.reason,
  dueOn: row.dueOn,
  status: row.status,
  itemCount: row.itemCount,
  doneCount: row.doneCount,
  openedAt: openedAt.toISOString(),
  openedBy: row.openedBy,
})

export async function listCases(ctx: Ctx, query: QueryOf<typeof handoverApi.list>) {
  const { items, ...counts } = await getCasePage(ctx.db, getScope(ctx), query)
  return { ...counts, items: items.map(presentCase) }
}

type HandoverQuery = Partial<QueryOf<typeof handoverApi.detail>>

/** A case with its items: open ones as the modules say now, the others as they were handed over. */
export async function getHandover(ctx: Ctx, asked: HandoverQuery): Promise<HandoverDetail> {
  const scope = getScope(ctx)
  const { id } = asked
  const userId = asked.userId ?? (asked.changeId && (await findLeavingMembership(ctx, asked.changeId)))
  if (!id && !userId) throw notFound('工作交接')
  const row = id
    ? orNotFound(await findCase(ctx.db, scope, id), '工作交接')
    : await findNewestCase(ctx.db, scope, userId!)
  const staff = orNotFound(await findStaff(ctx.db, scope, row?.userId ?? userId!, dayOf(ctx.now)), '人员')
  const open = row && !isOpen(row) && id ? [] : await listOpenItems(ctx, [staff.userId])
  // A finished case of somebody with new work is over: the next one begins.
  const current = row && (isOpen(row) || id || open.length === 0) ? row : null
  const items = [...open.map(presentOpen), ...(current ? await listClosedItems(ctx, current, open) : [])]
  const { forcedReason } = current ?? {}
  const fields = forcedReason ? await loadFieldCipher(ctx.db, ctx.actor.districtId) : null
  return {
    current: current && { ...presentCase(current), itemCount: items.length, doneCount: items.length - open.length },
    userId: staff.userId,
    name: staff.name,
    orgName: staff.orgName,
    departmentName: staff.departmentName,
    groups: groupItems(ctx, items),
    head: open.length > 0 ? await findHead(ctx, staff.userId) : null,
    closedBy: current?.closedBy ?? '',
    closedAt: current?.closedAt?.toISOString() ?? null,
    forcedReason: (forcedReason && fields?.decrypt(forcedReasonField, forcedReason, current!.id)) || '',
  }
}

const presentOpen = ({ provider, ref, title, note = '' }: HeldItem): HandoverItem => ({
  provider: provider.key,
  ref,
  title,
  note,
  status: 'open',
  toName: '',
  doneAt: null,
  fromOn: null,
})

/** Stored items without those that are open now; one that was open and is not held any more is settled. */
async function listClosedItems(ctx: Ctx, { id }: CaseRow, open: readonly HeldItem[]): Promise<HandoverItem[]> {
  const isHeld = (item: { provider: string; ref: string }) =>
    open.some(({ provider, ref }) => provider.key === item.provider && ref === item.ref)
  return (await listItems(ctx.db, id))
    .filter((item) => !isHeld(item))
    .map((item) => ({
      ...item,
      status: item.status === 'open' ? 'settled' : item.status,
      doneAt: item.doneAt?.toISOString() ?? null,
    }))
}

function groupItems(ctx: Ctx, items: readonly HandoverItem[]): HandoverDetail['groups'] {
  const titles = new Map(listContributions(ctx, 'responsibilities').map(({ key, title }) => [key, title]))
  return [...Map.groupBy(items, ({ provider }) => provider)].map(([key, own]) => ({
    key,
    title: titles.get(key) ?? '其他',
    items: own,
  }))
}

/** The head of the department whom the caller may name. */
async function findHead(ctx: Ctx, userId: string) {
  for (const { memberId } of await listSuperiorsOf(ctx, userId)) {
    const head = await findStaff(ctx.db, getScope(ctx), memberId, dayOf(ctx.now))
    if (head) return { userId: head.userId, name: head.name }
  }
  return null
}

/** Begins the hand-over of a membership, or gives the open one these terms. */
export async function openHandover(ctx: Ctx, { userId, reason, dueOn }: OpenForm) {
  const staff = orNotFound(await findStaff(ctx.db, getScope(ctx), userId, dayOf(ctx.now)), '人员')
  if (!staff.isOpen) throw new Refusal('该任职已结束')
  const { id, isNew } = await beginCase(ctx, { userId, reason, dueOn }, ctx.actor.personId)
  if (!isNew) await updateCaseTerms(ctx.db, id, { reason, dueOn })
  return { id }
}

export async function beginCase(ctx: Ctx, { userId, reason, dueOn }: OpenForm, openedBy: string | null) {
  const begun = await openCase(ctx.db, { id: newId(), membershipId: userId, reason, dueOn, openedBy }, ctx.now)
  await storeOpenItems(ctx, begun.id, await listOpenItems(ctx, [userId]))
  return begun
}

/** The case under the locks of whoever changes it: the tree first, as everybody who ends memberships. */
async function lockOpenCase(ctx: Ctx, id: string): Promise<CaseRow> {
  await lockTree(ctx)
  await lockCase(ctx.db, id)
  const row = orNotFound(await findCase(ctx.db, getScope(ctx), id), '工作交接')
  if (!isOpen(row)) throw new Refusal('该交接已完成，请刷新')
  return row
}

/** The first day on which others are responsible. */
function getFirstDay(ctx: Ctx, { dueOn }: Pick<CaseRow, 'dueOn'>) {
  const today = dayOf(ctx.now)
  return dueOn < today ? today : addDays(dueOn, 1)
}

/** What has days passes on that day, everything else at once. */
const getDayOfPassing = (ctx: Ctx, { overOn }: HeldItem, from: string) => (overOn === undefined ? dayOf(ctx.now) : from)

/** Gives items to a successor. What a module refuses stays with the person, with the reason. */
export async function assignItems(ctx: Ctx, { id, items, to }: BodyOf<typeof handoverApi.assign>) {
  const row = await lockOpenCase(ctx, id)
  const successor = await getSuccessor(ctx, row, to)
  const from = getFirstDay(ctx, row)
  const open = await listOpenItems(ctx, [row.userId])
  await storeOpenItems(ctx, id, open)
  const handed: StoredItem[] = []
  const refused: { title: string; reason: string }[] = []
  for (const item of open.filter((one) =>
    items.some(({ provider, ref }) => provider === one.provider.key && ref === one.ref),
  ))
    try {
      await inSavepoint(ctx.db, () => item.provider.hand(ctx, item, successor, from))
      const fromOn = getDayOfPassing(ctx, item, from)
      handed.push(toStored(item, { status: 'handed', toMemberId: successor.memberId, fromOn, doneAt: ctx.now }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ title: item.title, reason: error.message })
    }
  await saveItems(ctx.db, id, handed)
  if (handed.length > 0) {
    await markRunning(ctx.db, id)
    await notifySuccessor(ctx, row, successor, handed)
  }
  return { handed: handed.length, refused }
}

/** Somebody else who works there now, in the caller's scope. */
async function getSuccessor(ctx: Ctx, row: CaseRow, userId: string): Promise<Successor> {
  const staff = orNotFound(await findStaff(ctx.db, getScope(ctx), userId, dayOf(ctx.now)), '接手人')
  if (staff.personId === row.personId) throw invalid([{ field: 'to', msg: '不能交给本人' }])
  if (!staff.isActive) throw invalid([{ field: 'to', msg: '接手人已离岗或停用' }])
  return { memberId: staff.userId, personId: staff.personId, orgId: staff.orgId, name: staff.name }
}

async function notifySuccessor(ctx: Ctx, { id, name, orgId }: CaseRow, to: Successor, handed: readonly StoredItem[]) {
  if (to.personId === ctx.actor.personId) return
  const [first] = handed
  const more = handed.length > 1 ? `等${handed.length}项` : ''
  await sendMessages(ctx, receivedTemplate, {
    to: [to.personId],
    values: { name, what: `${first!.title}${more}` },
    url: '',
    subject: { kind: 'handover', id: `${id} ${to.personId}` },
    orgId,
  })
}

export async function finishHandover(ctx: Ctx, { id }: { id: string }) {
  const row = await lockOpenCase(ctx, id)
  const open = await listOpenItems(ctx, [row.userId])
  if (open.length > 0) throw new Refusal(formatOpenWork(open.length))
  await storeOpenItems(ctx, id, [])
  await closeCase(ctx.db, { id, forcedReason: null, by: ctx.actor.personId }, ctx.now)
  return { id }
}

export const formatOpenWork = (count: number) => `还有${count}项工作未交接`

/** Takes everything from the person without successors: it goes where the rules of each module send it. */
export async function forceHandover(ctx: Ctx, { id, reason }: BodyOf<typeof handoverApi.force>) {
  const row = await lockOpenCase(ctx, id)
  if (row.personId === ctx.actor.personId) throw new Refusal('不能强制完成本人的交接，请由其他管理员办理')
  const from = getFirstDay(ctx, row)
  const open = await listOpenItems(ctx, [row.userId])
  await storeOpenItems(ctx, id, open)
  for (const item of open) await item.provider.force(ctx, item, from)
  await saveItems(
    ctx.db,
    id,
    open.map((item) => toStored(item, { status: 'forced', fromOn: getDayOfPassing(ctx, item, from), doneAt: ctx.now })),
  )
  await closeForced(ctx, id, reason, ctx.actor.personId)
  return { id }
}

export async function closeForced(ctx: Ctx, id: string, reason: string, by: string | null) {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  await closeCase(ctx.db, { id, forcedReason: fields.encrypt(forcedReasonField, reason, id), by }, ctx.now)
}
