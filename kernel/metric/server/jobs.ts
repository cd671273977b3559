import { defineJob } from '#packages/jobs'
import { countHourly, countNightly } from './count-facts.ts'
import { rollUpCell } from './roll-up.ts'

const nightlyJob = defineJob({
  name: 'metric.count-nightly',
  title: '统计前一天的指标',
  cron: '25 0 * * *',
  isLong: true,
  handleOutside: ({ app, cells, districtId, now }) => countNightly({ app, cells, district: districtId, now }),
})

const hourlyJob = defineJob({
  name: 'metric.count-hourly',
  title: '统计今天的指标',
  cron: '5 * * * *',
  isLong: true,
  retries: 1,
  handleOutside: ({ app, cells, districtId, now }) => countHourly({ app, cells, district: districtId, now }),
})

/** What was reported late is in the sums of all levels a minute later. */
const rollUpJob = defineJob({ name: 'metric.roll-up', title: '汇总指标', cron: '* * * * *', handleCell: rollUpCell })

export const metricJobs = [nightlyJob, hourlyJob, rollUpJob]
