import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'

export default defineServerModule({ manifest })
