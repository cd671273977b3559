import { dayOf, type Ctx } from '#packages/core'
import { holdersOver } from '#kernel/access/server'
import { peopleAlone, rowsAtMost, waitedRows } from '../../contract.ts'
import { takenSince } from '../export-queries.ts'
import type { Asked } from './export-asking.ts'

/** Of people, for each person and day. */
const timesADay = 20
/** So many people in a day without a second person: otherwise five hundred at a time would take the district along. */
const peopleAloneADay = 2_000

export const reasonAtLeast = 5

export interface Needs {
  needsApproval: boolean
  /** Why it cannot be done. */
  obstacle: string
  isLong: boolean
}

/** Whether somebody else has to agree, and whether it can be done at all. */
export async function needsOf(ctx: Ctx, { source, isWhole, count }: Asked): Promise<Needs> {
  const { times, alone } = await takenSince(ctx.db, ctx.actor.personId, startOfDay(ctx.now))
  const isMany = source.isOfPeople && (count > peopleAlone || alone + count > peopleAloneADay)
  const needsApproval = isWhole || isMany
  const isLong = count > waitedRows
  const obstacle = await (async () => {
    if (count === 0) return '没有可以导出的数据'
    if (count > rowsAtMost) return `超过${rowsAtMost}行，请缩小范围后导出`
    if (source.isOfPeople && times >= timesADay) return `今天已导出${timesADay}次，请明天再试`
    if (needsApproval && (await approversOf(ctx)).length === 0) return '没有可以审批的人，请联系区管理员'
    return ''
  })()
  return { needsApproval, isLong, obstacle }
}

/** Those who may agree to what is asked for here: never whoever asks, in whichever place. */
export async function approversOf(ctx: Ctx) {
  const { personId, orgId } = ctx.actor
  const holders = await holdersOver(ctx, 'export.approve', orgId)
  return holders.filter((holder) => holder.personId !== personId)
}

const startOfDay = (now: Date) => new Date(`${dayOf(now)}T00:00:00+08:00`)
