import { defineJob, type OutsideJobContext } from '#packages/jobs'
import { countHourly, countNightly } from './count-facts.ts'
import { rollUpCell } from './roll-up.ts'

const ofDistrict = ({ districtId: district, ...outside }: OutsideJobContext) => ({ ...outside, district })

const nightlyJob = defineJob({
  name: 'metric.count-nightly',
  title: '统计前一天的指标',
  cron: '25 0 * * *',
  isLong: true,
  handleOutside: (outside) => countNightly(ofDistrict(outside)),
})

const hourlyJob = defineJob({
  name: 'metric.count-hourly',
  title: '统计今天的指标',
  cron: '5 * * * *',
  isLong: true,
  retries: 1,
  handleOutside: (outside) => countHourly(ofDistrict(outside)),
})

/** What was reported late is in the sums of all levels a minute later. */
const rollUpJob = defineJob({ name: 'metric.roll-up', title: '汇总指标', cron: '* * * * *', handleCell: rollUpCell })

export const metricJobs = [nightlyJob, hourlyJob, rollUpJob]
