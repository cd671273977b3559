import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { climbJob, climbSoonJob } from './climb-ladders.ts'
import { alertContents } from './contents.ts'

export default defineServerModule({
  manifest,
  jobs: [climbJob, climbSoonJob],
  orgContents: [alertContents],
})
