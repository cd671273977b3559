import { formatDayTime } from '#packages/web/core/format/time.ts'
import type { OutboxItem } from '#packages/web/core/outbox/outbox-entry.ts'
import type { RollForm } from '#engines/attendance/contract.ts'
import { rollCallApi } from '../../contract.ts'
import { rollPath } from '../roll-paths.ts'

/** The rolls among what waits on this device. */
export const listRollItems = (items: readonly OutboxItem[]) =>
  items.filter(({ path }) => path === rollCallApi.save.path)

/** Names are not kept on the device: a roll is called by its time. */
export const describeOutboxEntry = ({ createdAt }: OutboxItem) => `${formatDayTime(createdAt).slice(5)} 的点名`

export const toLessonLink = ({ body }: OutboxItem) => `${rollPath}?lesson=${(body as RollForm).lessonId}`
