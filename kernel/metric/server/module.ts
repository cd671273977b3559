import { defineServerModule, inOwnDistrict, mount } from '#packages/http'
import { metricApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { metricJobs } from './jobs.ts'
import { writeStatisticsSheet } from './statistics-sheet.ts'
import { listSubjects, readStatistics } from './statistics.ts'

export default defineServerModule({
  manifest,
  jobs: metricJobs,
  routes: (app) => {
    mount(app, metricApi.subjects, (ctx) => listSubjects(ctx))
    mount(app, metricApi.read, (ctx, { query }) => readStatistics(ctx, query))
    mount(app, metricApi.sheet, (own, { query }) =>
      inOwnDistrict(own, (ctx) => writeStatisticsSheet(ctx, query), { readOnly: true }),
    )
  },
})
