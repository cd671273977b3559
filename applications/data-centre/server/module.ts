import { defineServerModule, inOwnDistrict, mount } from '#packages/http'
import { dataCentreApi } from '../contract.ts'
import { appStatApi } from '../contract-app-stat.ts'
import { manifest } from '../manifest.ts'
import { writeAppStatSheet } from './app-stat-sheet.ts'
import { readAppStat } from './app-stat.ts'
import { boardReads } from './board-reads.ts'
import { resetBoard, saveBoard } from './board/arrange-board.ts'
import { readBoard } from './board/read-board.ts'
import { getClassAttendance } from './figures/class-attendance.ts'
import { getKeyFigures } from './figures/key-figures.ts'
import { getMatrix } from './figures/matrix.ts'
import { getOpenExceptions } from './figures/open-exceptions.ts'
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
  boardReads,
  routes: (app) => {
    const source = { reads: app.reads, running: new Map() }
    mount(app, dataCentreApi.board, (own) => readBoard(source, own))
    mount(app, dataCentreApi.keyFigures, (ctx, { query }) => getKeyFigures(ctx, query))
    mount(app, dataCentreApi.matrix, (ctx, { query }) => getMatrix(ctx, query))
    mount(app, dataCentreApi.openExceptions, (ctx) => getOpenExceptions(ctx))
    mount(app, dataCentreApi.classAttendance, (ctx) => getClassAttendance(ctx))
    mount(app, dataCentreApi.saveBoard, (ctx, { body }) => saveBoard(ctx, body))
    mount(app, dataCentreApi.resetBoard, (ctx, { body }) => resetBoard(ctx, body))
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
