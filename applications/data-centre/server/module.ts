import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'

/** The cards of the board come from other modules; this module has only the pages. */
export default defineServerModule({ manifest })
