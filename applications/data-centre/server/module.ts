import { defineServerModule, mount } from '#packages/http'
import { dataCentreApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { boardReads } from './board-reads.ts'
import { resetBoard, saveBoard } from './board/arrange-board.ts'
import { readBoard } from './board/read-board.ts'
import { getClassAttendance } from './figures/class-attendance.ts'
import { getKeyFigures } from './figures/key-figures.ts'
import { getMatrix } from './figures/matrix.ts'

export default defineServerModule({
  manifest,
  boardReads,
  routes: (app) => {
    const source = { reads: app.reads, running: new Map() }
    mount(app, dataCentreApi.board, (own) => readBoard(source, own))
    mount(app, dataCentreApi.keyFigures, (ctx, { query }) => getKeyFigures(ctx, query))
    mount(app, dataCentreApi.matrix, (ctx, { query }) => getMatrix(ctx, query))
    mount(app, dataCentreApi.classAttendance, (ctx) => getClassAttendance(ctx))
    mount(app, dataCentreApi.saveBoard, (ctx, { body }) => saveBoard(ctx, body))
    mount(app, dataCentreApi.resetBoard, (ctx, { body }) => resetBoard(ctx, body))
  },
})
