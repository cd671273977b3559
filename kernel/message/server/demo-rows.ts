import type { Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { ensureMonthPartitions } from '#packages/db'
import { getPhones } from '#kernel/identity/server/api.ts'
import { listDemoMemberships, type DemoRows } from '#kernel/org/server/api.ts'
import { addressField, addressTailField } from './deliver-messages.ts'
import { createMessages } from './service/send-messages.ts'
import { createIdAt, deriveId } from './message-ids.ts'
import { insertMessageBatch } from './message-batch-queries.ts'
import { insertDeliveries, markDeliveriesSending, updateDeliveries, type DeliveryChange } from './delivery-queries.ts'

const dayMs = 86_400_000
const notices = ['家长会改期', '全体教师会议', '教研活动安排', '消防演练通知', '期中考试监考安排']
const titles = ['区管理员', '学校管理员', '校长', '年级组长', '语文教师']

/** SMS of the last days: most were delivered, some failed. Nothing is sent. */
export const demoSms: DemoRows = {
  key: 'message.sms',
  isOnlyForViewing: true,
  async create(ctx, world) {
    const oldest = new Date(ctx.now.getTime() - 40 * dayMs)
    for (const table of ['message_batch', 'message', 'message_delivery'])
      await ensureMonthPartitions(ctx.db, table, oldest, 3)
    const people = titles.flatMap((title) => listDemoMemberships(world, title))
    let count = 0
    for (const [index, title] of notices.entries()) count += await createNotice(ctx, title, index, people)
    return count
  },
}

async function createNotice(
  ctx: Ctx,
  title: string,
  index: number,
  people: readonly { personId: string; orgId: string }[],
) {
  const sentAt = new Date(ctx.now.getTime() - index * dayMs - 3600_000)
  const id = createIdAt(sentAt)
  const batch = {
    id,
    template: 'demo.notice',
    kind: 'notice' as const,
    title,
    body: '',
    url: '',
    subject: { kind: 'demo-notice', id: String(index) },
    isUrgent: false,
    // Nothing is sent; the deliveries are written below.
    maySms: false,
    dueAt: null,
  }
  await insertMessageBatch(ctx.db, batch)
  const piece = { batchId: id, channel: 'sms' as const, piece: 0 }
  const { districtId } = ctx.actor
  const phones = await getPhones({ db: ctx.db, districtId }, [...new Set(people.map(({ personId }) => personId))])
  const reachable = people.filter(({ personId }, at) => {
    const isFirst = people.findIndex((other) => other.personId === personId) === at
    return isFirst && phones.has(personId)
  })
  const rows = reachable.map(({ personId, orgId }) => ({ id: deriveId(id, personId), personId, orgId }))
  if (rows.length === 0) return 0
  await createMessages(ctx, batch, reachable, 0, null)
  await insertDeliveries(
    ctx.db,
    piece,
    rows.map((row) => ({ ...row, messageId: row.id, nextAt: sentAt })),
  )
  const fields = await loadFieldCipher(ctx.db, districtId)
  const taken = rows.map(({ id: deliveryId, personId }) => ({
    id: deliveryId,
    address: fields.encrypt(addressField, phones.get(personId)!, deliveryId),
    tail: fields.index(addressTailField, phones.get(personId)!.slice(-4)),
  }))
  await markDeliveriesSending(ctx.db, piece, taken, sentAt)
  const changes = rows.map(({ id: deliveryId }, at): DeliveryChange => {
    if ((at + index) % 5 === 4) return { id: deliveryId, status: 'failed', reason: '未送达（MK:0001）', sentAt }
    return { id: deliveryId, status: 'delivered', sentAt, deliveredAt: new Date(sentAt.getTime() + 8_000) }
  })
  await updateDeliveries(ctx.db, piece, 'sending', null, changes, sentAt)
  return rows.length
}
