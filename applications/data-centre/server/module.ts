import { defineServerModule, inOwnDistrict, mount } from '#packages/http'
import { appStatApi } from '../contract-app-stat.ts'
import { manifest } from '../manifest.ts'
import { writeAppStatSheet } from './app-stat-sheet.ts'
import { readAppStat } from './app-stat.ts'
import { monthlyReportJob } from './jobs.ts'
import {
  demoSubscriptions,
  getAppStatFacts,
  reportEndedTemplate,
  reportTemplate,
  subscribe,
  subscriptionContents,
} from './subscriptions.ts'
import { useDayExport } from './use-export.ts'

/** The cards of the board come from other modules; this module has the pages and the use of the applications. */
export default defineServerModule({
  manifest,
  routes: (app) => {
    mount(app, appStatApi.appStat, (ctx, { query }) => readAppStat(ctx, query))
    mount(app, appStatApi.appStatSheet, (own, { query }) =>
      inOwnDistrict(own, (ctx) => writeAppStatSheet(ctx, query), { readOnly: true }),
    )
    mount(app, appStatApi.appStatFacts, (ctx) => getAppStatFacts(ctx))
    mount(app, appStatApi.subscribe, (ctx, { body }) => subscribe(ctx, body))
  },
  jobs: [monthlyReportJob],
  exports: [useDayExport],
  messageTemplates: [reportTemplate, reportEndedTemplate],
  orgContents: [subscriptionContents],
  demoRows: [demoSubscriptions],
})
