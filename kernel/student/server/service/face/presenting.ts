import { dayOf, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { describeClasses } from '#kernel/schooling/server'
import type { FaceItem } from '../../../contract.ts'
import type { FaceRow } from '../../face-queries.ts'
import { shownTo } from '../../hidden.ts'
import { maskTail, openCard } from '../../numbers.ts'

export async function presentFaces(ctx: Ctx, rows: readonly FaceRow[]): Promise<FaceItem[]> {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const classIds = [...new Set(rows.flatMap(({ classId }) => (classId ? [classId] : [])))]
  const classes = await describeClasses(ctx, { classIds }, dayOf(ctx.now))
  return rows.map((row) => ({
    studentId: row.studentId,
    name: row.name,
    sex: row.sex ?? '',
    seatNo: row.seatNo,
    className: (row.classId && classes.get(row.classId)?.label) || '',
    state: row.state,
    reason: row.reason,
    hasPhoto: row.objectKey !== null,
    hasConsent: row.consent === 'agreed',
    uploadedAt: row.objectKey === null ? null : (row.uploadedAt?.toISOString() ?? null),
    order: row.orderKind ?? 'none',
    orderState: row.orderState ?? 'none',
    cardTail: shownTo(ctx, 'cardTail', maskTail(openCard(fields, row.studentId, row.icCard))),
    version: row.version,
  }))
}
