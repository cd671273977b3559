import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'

/** What stands on the board comes from the modules whose it is; here are only the pages. */
export default defineServerModule({ manifest })
