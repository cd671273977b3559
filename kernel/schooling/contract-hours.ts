import type { PeriodKind } from './contract-time.ts'

/** Default lesson times, which a school then adapts. */
interface DefaultPeriod {
  name: string
  begins: string
  ends: string
  kind: PeriodKind
}
type Rows = readonly (readonly [string, string, string, PeriodKind])[]

const hours = (rows: Rows): DefaultPeriod[] => rows.map(([name, begins, ends, kind]) => ({ name, begins, ends, kind }))

const kindergarten = hours([
  ['入园晨检', '08:00', '08:30', 'reading'],
  ['集体活动', '08:40', '09:10', 'lesson'],
  ['户外活动', '09:30', '10:30', 'break'],
  ['区域游戏', '10:40', '11:20', 'lesson'],
  ['午餐午睡', '11:30', '14:30', 'noon'],
  ['下午活动', '14:50', '15:20', 'lesson'],
  ['离园', '15:40', '16:20', 'care'],
])
const primary = hours([
  ['早读', '08:10', '08:25', 'reading'],
  ['第1节', '08:30', '09:10', 'lesson'],
  ['大课间', '09:10', '09:40', 'break'],
  ['第2节', '09:40', '10:20', 'lesson'],
  ['第3节', '10:35', '11:15', 'lesson'],
  ['午餐午休', '11:15', '12:50', 'noon'],
  ['第4节', '13:00', '13:40', 'lesson'],
  ['第5节', '13:55', '14:35', 'lesson'],
  ['第6节', '14:50', '15:30', 'lesson'],
  ['课后服务', '15:40', '17:30', 'care'],
])
const middle = hours([
  ['早读', '07:40', '08:00', 'reading'],
  ['第1节', '08:10', '08:50', 'lesson'],
  ['第2节', '09:00', '09:40', 'lesson'],
  ['大课间', '09:40', '10:10', 'break'],
  ['第3节', '10:10', '10:50', 'lesson'],
  ['第4节', '11:00', '11:40', 'lesson'],
  ['午餐午休', '11:40', '13:10', 'noon'],
  ['第5节', '13:20', '14:00', 'lesson'],
  ['第6节', '14:10', '14:50', 'lesson'],
  ['第7节', '15:05', '15:45', 'lesson'],
  ['第8节', '15:55', '16:35', 'lesson'],
  ['课后服务', '16:45', '17:45', 'care'],
])
const high = hours([
  ['早读', '07:20', '07:50', 'reading'],
  ['第1节', '08:00', '08:40', 'lesson'],
  ['第2节', '08:50', '09:30', 'lesson'],
  ['大课间', '09:30', '10:00', 'break'],
  ['第3节', '10:00', '10:40', 'lesson'],
  ['第4节', '10:50', '11:30', 'lesson'],
  ['午餐午休', '11:30', '13:30', 'noon'],
  ['第5节', '13:40', '14:20', 'lesson'],
  ['第6节', '14:30', '15:10', 'lesson'],
  ['第7节', '15:20', '16:00', 'lesson'],
  ['第8节', '16:10', '16:50', 'lesson'],
  ['晚自习1', '18:30', '19:40', 'evening'],
  ['晚自习2', '19:50', '21:00', 'evening'],
])

/**
 * One set of times for the whole school. With several stages the youngest decides, because it needs the longest breaks.
 */
export function getDefaultPeriods(stages: readonly number[]): DefaultPeriod[] {
  if (stages.includes(2) || stages.includes(6)) return primary
  if (stages.includes(3)) return middle
  if (stages.includes(4) || stages.includes(5)) return high
  return stages.includes(1) ? kindergarten : primary
}
