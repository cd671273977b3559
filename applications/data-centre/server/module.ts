import { defineServerModule, mount } from '#packages/http'
import { dataCentreApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { resetBoard, saveBoard } from './board/arrange-board.ts'
import { readBoard } from './board/read-board.ts'

export default defineServerModule({
  manifest,
  routes: (app) => {
    mount(app, dataCentreApi.board, (own) => readBoard(app, own))
    mount(app, dataCentreApi.saveBoard, (ctx, { body }) => saveBoard(ctx, body))
    mount(app, dataCentreApi.resetBoard, (ctx, { body }) => resetBoard(ctx, body))
  },
})
